import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { Summary } from "../../src/schema/scan/summary.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import type { SiteChunk } from "../../src/site/site-chunks.ts";
import { runCli } from "./cli.fixture.ts";
import { scanFolder } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

/** An assistant that crosses lines, with only one quality check: no gate is judged. */
const ONE_CHECK = ["--model", "sim/brittle", "--check", "IB-C2", "--profile", "dev"];
let folder: TemporaryFolder;
let printed: string;
let scan: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const out = ["--run-id", "narrow", "--out", folder.path];
  const { exitCode, stdout, stderr } = await runCli(["eval", ...out, ...ONE_CHECK, ...THREE_SCENARIOS], {
    width: 1000,
  });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  printed = stdout;
  scan = await scanFolder(join(folder.path, "narrow"));
});
afterAll(() => folder[Symbol.asyncDispose]());

const OPEN = { passed: 0, failed: 0, not_established: 3, not_asked: 0 };

test("a gate that no check was asked about is established nowhere, and coverage is of what was asked", async () => {
  const summary = Summary.parse(JSON.parse(await readFile(join(scan, "summary.json"), "utf8")));
  const [model] = summary.models;
  expect(model?.gates).toMatchObject({ safety: OPEN, compliance: OPEN });
  expect(model?.hard_fails).toMatchObject({ k: 0, n: 3, open: 3, interval: { low: 0, high: 1 } });
  expect(model?.coverage.unclear).toBe(0);
  expect(model?.coverage.left_out).toBeGreaterThan(10);
  expect(model?.coverage.rate).toBeLessThan(0.2);
  expect(summary.left_out?.by).toBe("choice");
  expect(summary.left_out?.checks).toHaveLength(52);
});

test("the table and the summary for a pull request say so", async () => {
  expect(printed).toMatch(/sim\/brittle +\? 3 of 3 not established +\? 3 of 3 not established +0\/3/);
  expect(printed).toMatch(
    /^ {2}No judge was asked about IB-A1, .+: --profile full with a judge and no --check asks them\.$/m,
  );
  const leftOut =
    /Not asked, left out by the choice of checks: 52 checks \(IB-A1, .+\)\. Coverage counts them/;
  expect(printed).toMatch(leftOut);
  const because = "3 because checks of it are not among those that the scan was told to ask";
  expect(printed).toContain(because);
  expect(printed).not.toContain("profile left out");
  const markdown = await readFile(join(scan, "summary.md"), "utf8");
  expect(markdown).toContain(
    "Whether it crossed a safety or compliance line could not be established in 3 of 3 conversations",
  );
  expect(markdown).toMatch(leftOut);
  expect(markdown).toContain(because);
});

test.for([
  ["hard_fail_rate", "{ at_most: 0.2 }", "more than 20% cannot be excluded"],
  ["new_s5_failures", "{ at_most: 0 }", "S5 questions were left out of the scan"],
])("the release gate does not hold by %s", async ([rule, limit, said]) => {
  const policy = join(folder.path, `${rule}.yaml`);
  await writeFile(policy, `schema_version: 1\n${rule}: ${limit}\n`);
  const { exitCode, stdout } = await runCli(["gate", "narrow", "--out", folder.path, "--policy", policy], {
    width: 1000,
  });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 3,
    stdout: expect.stringContaining("The gate is inconclusive."),
  });
  expect(stdout).toContain(said);
});

test("no leaderboard takes it", async () => {
  const { exitCode, stderr } = await runCli([
    "leaderboard",
    "build",
    scan,
    "--out",
    join(folder.path, "board"),
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/sim\/brittle: not established in .+\(IB-A\d+, .+ and \d+ more\)/);
});

test("the board leads with nobody, and says in how many conversations that is open", async () => {
  const controller = new AbortController();
  const { url } = await createBench({ results: folder.path }).view({ signal: controller.signal });
  try {
    // The server writes both from these very schemas.
    const index = (await (await fetch(url + chunkPath.index())).json()) as SiteChunk<"index">;
    const path = chunkPath.board(index.scans[0]?.scan ?? "");
    const board = (await (await fetch(url + path)).json()) as SiteChunk<"board">;
    expect(board).toMatchObject({ lead: null, conversations: 3, open: 3 });
    expect(board.models[0]?.claim.missing).toContain("a gate not established in 3 conversations");
  } finally {
    controller.abort();
  }
});
