import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "../../src/report/fit-text.ts";
import { runCli } from "./cli.fixture.ts";
import { evaluatedRun, scanFolder } from "./evaluated-run.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

let folder: TemporaryFolder;
let scan: string;

beforeAll(async () => {
  folder = await evaluatedRun();
  scan = await scanFolder(`${folder.path}/all`);
});

afterAll(() => folder[Symbol.asyncDispose]());

const commands: Readonly<Record<string, () => readonly string[]>> = {
  eval: () => ["eval", "--resume", "all", "--quiet", "--out", folder.path],
  gate: () => ["gate", scan, "--out", folder.path],
  compare: () => ["compare", scan, scan, "--model-a", "sim/careful", "--model-b", "sim/brittle"],
  list: () => ["list", "checks"],
};

/** A path, and what stands in a command, is as long as the machine has it. */
const isOfThisMachine = (line: string) => line.includes(folder.path) || line.includes("invisiblebench ");

describe.each(Object.entries(commands))("%s", (name, args) => {
  test.each([60, 80, 120])("in %i columns", async (width) => {
    const { stdout } = await runCli(args(), { width });
    const lines = stdout.split("\n");
    for (const line of lines.filter((each) => !isOfThisMachine(each)))
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
    // The day is that of the test.
    const kept = lines
      .filter((each) => !isOfThisMachine(each))
      .join("\n")
      .replace(/\b\d{4}-\d\d-\d\d\b/g, "2026-11-16");
    await expect(kept).toMatchFileSnapshot(`../fixtures/terminal/${name}-${width}.txt`);
  });
});

test.each(["scan --help", "calibrate", "gate --help"])("%s in 60 columns", async (typed) => {
  const { stdout } = await runCli(typed.split(" "), { width: 60 });
  expect(stdout).toContain("USAGE");
  const wide = stdout.split("\n").filter((line) => displayWidth(line) > 60);
  expect(wide.filter((line) => !line.includes("invisiblebench "))).toEqual([]);
});
