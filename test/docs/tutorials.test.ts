import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "../e2e/free-port.fixture.ts";
import { temporaryFolder } from "../e2e/temporary-folder.fixture.ts";
import { follow, missingLines, stepsOf } from "./tutorial.fixture.ts";

const FOLDER = join(import.meta.dirname, "../../docs/tutorials");
const tutorials = globSync("*.md", { cwd: FOLDER })
  .filter((page) => page !== "README.md")
  .sort();

const SHOWN_PORT = "8473";

const home = process.cwd();
afterAll(() => process.chdir(home));

test.each(tutorials)("%s can be followed from an empty folder, and prints what it shows", async (page) => {
  await using folder = await temporaryFolder();
  // A tutorial's paths are relative, as a reader types them.
  process.chdir(folder.path);
  try {
    // Another server may use the page's port, and would answer.
    const text = readFileSync(join(FOLDER, page), "utf8").replaceAll(SHOWN_PORT, String(await freePort()));
    expect(stepsOf(text).some(({ kind }) => kind === "command")).toBe(true);
    await follow(text, folder.path);
  } finally {
    process.chdir(home);
  }
});

test("a tutorial's files, commands, exit codes and what is shown are read from its fences", () => {
  const page = [
    "```yaml mine/pack.yaml",
    "name: mine",
    "```",
    "```yaml",
    "only: shown",
    "```",
    "```console",
    "$ invisiblebench gate first   # exits with 100",
    "Gate: … failed",
    "",
    "$ rm -r mine",
    "```",
    "",
  ].join("\n");
  expect(stepsOf(page)).toEqual([
    { kind: "file", path: "mine/pack.yaml", text: "name: mine\n" },
    { kind: "command", line: "invisiblebench gate first", exitCode: 100, shown: ["Gate: … failed"] },
    { kind: "command", line: "rm -r mine", exitCode: 0, shown: [] },
  ]);
});

test("what is shown has to be printed, in its order, however wide the columns are", () => {
  const printed = "Model     Overall\n──────  ───────\nsim/x   0.35 (0.25–0.46)\n";
  expect(missingLines(["Model  Overall", "sim/x … (0.25–0.46)"], printed)).toEqual([]);
  expect(missingLines(["sim/x  0.36"], printed)).toEqual(["sim/x  0.36"]);
  expect(missingLines(["sim/x  0.35", "Model"], printed)).toEqual(["Model"]);
});
