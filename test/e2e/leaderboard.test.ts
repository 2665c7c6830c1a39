import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { Leaderboard } from "../../src/schema/board/leaderboard.ts";
import { runCli, spawnCli } from "./cli.fixture.ts";
import { evaluatedRun, succeed } from "./evaluated-run.fixture.ts";
import { shippedCorpus, writeSyntheticRun } from "./synthetic-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const JUDGE = "maker-z/judge-1";
const MODELS = { good: "maker-a/good", poor: "maker-b/poor" } as const;
let folder: TemporaryFolder;
let scans: readonly string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  const scenarios = [...(await shippedCorpus()).scenarios.values()].slice(0, 40);
  scans = await Promise.all(
    Object.entries(MODELS).map(([runId, model]) =>
      writeSyntheticRun({
        results: join(folder.path, "results"),
        runId,
        models: [model],
        scenarios,
        failureRate: (_, check) => (check.severity === "S5" ? 0 : runId === "good" ? 0.05 : 0.4),
      }),
    ),
  );
  await succeed("leaderboard", "build", ...scans, "--out", join(folder.path, "board"));
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A copy of results and board, to be damaged. */
async function copyOfAll(): Promise<TemporaryFolder> {
  const copy = await temporaryFolder();
  await cp(folder.path, copy.path, { recursive: true });
  return copy;
}

const readBoard = async (path: string) =>
  Leaderboard.parse(JSON.parse(await readFile(join(path, "leaderboard.json"), "utf8")));

test("a board has a JSON, a table in CSV and Parquet, and a page for each model", async () => {
  const path = join(folder.path, "board");
  const board = await readBoard(path);
  expect(board.models.map(({ model_id, tier }) => [model_id, tier])).toEqual([
    [MODELS.good, 1],
    [MODELS.poor, 2],
  ]);
  expect(board.scans.map((scan) => scan.path)).toEqual(
    scans.map((scan) => `../${scan.slice(folder.path.length + 1)}`).toSorted(),
  );
  const lines = (await readFile(join(path, "leaderboard.csv"), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(3);
  const bytes = await readFile(join(path, "leaderboard.parquet"));
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(
    rows.map((row) => [
      row["model_id"],
      row["tier"],
      row["overall_low"],
      row["overall_decided"],
      row["regard_low"],
    ]),
  ).toEqual(
    board.models.map(({ model_id, tier, overall, scorers }) => [
      model_id,
      tier,
      overall.range?.low,
      overall.mean,
      scorers.regard?.score.range?.low,
    ]),
  );
  expect(await readdir(join(path, "models"))).toEqual(["maker-a__good.md", "maker-b__poor.md"]);
  expect(await readFile(join(path, "models", "maker-b__poor.md"), "utf8")).toContain(
    "Tier 2 by lines crossed, rank 2 of 2. Quality tier 1 within it.",
  );
});

test("building prints tiers, rank sets and what can be told apart, and gives the same bytes again", async () => {
  const again = join(folder.path, "again");
  const printed = await succeed("leaderboard", "build", ...scans.toReversed(), "--out", again);
  expect(printed).toContain("in overall score is found with 80% power");
  expect(printed).toContain("Claim-ready checks: 0 of 53; there is no calibration against people yet.");
  for (const name of [
    "leaderboard.json",
    "leaderboard.csv",
    "leaderboard.parquet",
    "models/maker-a__good.md",
  ]) {
    const [first, second] = await Promise.all(
      ["board", "again"].map((board) => readFile(join(folder.path, board, name))),
    );
    expect(second, name).toEqual(first);
  }
});

test("the config says of which family a model and its judge are", async () => {
  const config = join(folder.path, "ours.config.yaml");
  const price = 'input: 1, output: 1, as_of: "2026-11-01", source: "our contract" }';
  await writeFile(
    config,
    `prices:\n  - { model: ${MODELS.good}, family: acme, ${price}\n  - { model: ${JUDGE}, family: acme, ${price}\n`,
  );
  const directory = join(folder.path, "families");
  const { board } = await createBench({ config }).board.build(scans, { directory });
  expect(board.models.map(({ family, judge_of_own_family: own }) => [family, own])).toEqual([
    ["acme", true],
    ["maker-b", false],
  ]);
  expect((await createBench({ config }).board.check(directory)).problems).toEqual([]);
});

test("check finds the board to be what its scans give, from wherever it is typed", async () => {
  expect(await succeed("leaderboard", "check", join(folder.path, "board"))).toContain(
    "is what its scans give",
  );
  const there = await spawnCli(["leaderboard", "check", "board"], { cwd: folder.path });
  expect(there).toMatchObject({ exitCode: 0, stderr: "" });
});

test("one changed digit of the board is found and named", async () => {
  await using copy = await copyOfAll();
  const path = join(copy.path, "board", "leaderboard.json");
  const text = await readFile(path, "utf8");
  const { models } = await readBoard(join(copy.path, "board"));
  const mean = String(models[1]?.overall.mean);
  const tampered = text.replace(
    `"overall":{"mean":${mean}`,
    `"overall":{"mean":${mean.replace(/.$/, (d) => String((Number(d) + 1) % 10))}`,
  );
  expect(tampered).not.toBe(text);
  await writeFile(path, tampered);
  const { exitCode, stdout } = await runCli(["leaderboard", "check", join(copy.path, "board")]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /leaderboard\.json, models\[\d\]\.overall\.mean: the board says 0\.\d+, its scans give 0\.\d+/,
  );
  expect(stdout).toContain("content_hash: it is not the hash of the board's content");
});

test("one vote of a scan that was changed is found and named", async () => {
  await using copy = await copyOfAll();
  const path = join(copy.path, (scans[0] ?? "").slice(folder.path.length), "verdicts.jsonl");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"verdict":"PASS","rationale"', '"verdict":"FAIL","rationale"'));
  const { exitCode, stdout } = await runCli(["leaderboard", "check", join(copy.path, "board")]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("verdicts.jsonl: its rows were changed");
});

test("one score of a scan that was changed is made again from its verdicts, and the board stands", async () => {
  await using copy = await copyOfAll();
  const path = join(copy.path, (scans[0] ?? "").slice(folder.path.length), "scorecards.jsonl");
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace('"hard_fail":false', '"hard_fail":true'));
  const { exitCode, stderr } = await runCli(["leaderboard", "check", join(copy.path, "board")]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("scorecards.jsonl was damaged, and is made again");
  expect(await readFile(path, "utf8")).toBe(text);
});

test("a page that was edited, and one of a model that is not there, are found", async () => {
  await using copy = await copyOfAll();
  const pages = join(copy.path, "board", "models");
  await writeFile(join(pages, "maker-a__good.md"), "# The best\n");
  await writeFile(join(pages, "maker-x__new.md"), "# New\n");
  const { stdout } = await runCli(["leaderboard", "check", join(copy.path, "board"), "--json"]);
  expect(JSON.parse(stdout).problems.map(({ where }: { where: string }) => where)).toEqual([
    join("models", "maker-a__good.md"),
    join("models", "maker-x__new.md"),
  ]);
});

test("--strict asks for calibration before anything is published", async () => {
  const { exitCode, stdout } = await runCli(["leaderboard", "check", join(folder.path, "board"), "--strict"]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("calibration: no verdicts of maker-z/judge-1 were compared with people's labels");
});

test("a changelog says who moved and that the same scan did not", async () => {
  const out = join(folder.path, "next");
  await succeed(
    "leaderboard",
    "build",
    scans[0] ?? "",
    "--out",
    out,
    "--previous",
    join(folder.path, "board"),
  );
  const changelog = await readFile(join(out, "changelog.md"), "utf8");
  expect(changelog).toContain(`Gone: ${MODELS.poor}.`);
  expect(changelog).toContain("the same scan");
  expect(await succeed("leaderboard", "diff", join(folder.path, "board"), out)).toBe(changelog);
});

test("simulated models make no board, except for a test through the library, which the check refuses", async () => {
  await using evaluated = await evaluatedRun();
  const refused = await spawnCli(["leaderboard", "build", join(evaluated.path, "all")], {
    cwd: evaluated.path,
  });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("IB_BOARD_REFUSED");
  expect(refused.stderr).toContain("simulated: ");
  expect(await readdir(evaluated.path)).toEqual(["all"]);

  const directory = join(evaluated.path, "board");
  const { board } = await createBench({ results: evaluated.path }).board.build(["all"], {
    directory,
    allowSimulated: true,
    signal: new AbortController().signal,
  });
  expect(board.simulated).toBe(true);
  const checked = await runCli(["leaderboard", "check", directory]);
  expect(checked.exitCode).toBe(1);
  expect(checked.stdout).toContain("it is of the simulated world and proves nothing");
});

test("the same model twice is refused by name", async () => {
  const { exitCode, stderr } = await spawnCli(["leaderboard", "build", scans[0] ?? "", scans[0] ?? ""], {
    cwd: folder.path,
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`duplicate_model: ${MODELS.good} is in`);
});
