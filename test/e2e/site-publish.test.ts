import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { publishedChunk } from "./chunk.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { shippedCorpus, writeSyntheticRun } from "./synthetic-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";
import { THREE_SCENARIOS } from "./three-scenarios.fixture.ts";

let folder: TemporaryFolder;
const out = () => join(folder.path, "results");

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ["brittle", "careful"]) {
    const model = ["--model", `sim/${name}`];
    await succeed("eval", "--run-id", name, ...model, "--out", out(), ...THREE_SCENARIOS);
  }
});
afterAll(() => folder[Symbol.asyncDispose]());

test("on a site of several scans everything the board names is there", async () => {
  const site = join(folder.path, "site");
  await succeed("publish", site, "brittle", "careful", "--out", out());
  const files = new Set((await readdir(site, { recursive: true })).map((name) => name.replaceAll("\\", "/")));
  const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(site, path), "utf8"));
  const { board, scans } = await publishedChunk(site, chunkPath.index());
  expect(scans.map(({ run_id }) => run_id).sort()).toEqual(["brittle", "careful"]);

  const ofBoard = [...files].filter((path) => path.startsWith(`data/scans/${board}/`));
  const named: string[] = [];
  for (const path of ofBoard) if (path.endsWith(".json")) named.push(...namedIn(await read(path)));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.has(path))).toEqual([]);

  const [a, b] = scans.flatMap(({ models }) => models);
  if (a === undefined || b === undefined) throw new Error("there are not two models to compare");
  expect([a.scan === b.scan, files.has(chunkPath.compare(a, b)), files.has(chunkPath.compare(b, a))]).toEqual(
    [false, true, true],
  );
});

test("of two releases of a model the board has the newest, and its line has both", async () => {
  const named = ["--run-id", "later", "--label", "v2", "--model", "sim/brittle"];
  await succeed("eval", ...named, "--seed", "5", "--out", out(), ...THREE_SCENARIOS);
  const site = join(folder.path, "releases");
  await succeed("publish", site, "later", "brittle", "careful", "--out", out());
  const { board, scans } = await publishedChunk(site, chunkPath.index());
  const { models } = await publishedChunk(site, chunkPath.board(board ?? ""));
  const keyOf = (run: string) => scans.find(({ run_id }) => run_id === run)?.scan;
  expect(Object.fromEntries(models.map(({ model_id, scan }) => [model_id, scan]))).toEqual({
    "sim/brittle": keyOf("later"),
    "sim/careful": keyOf("careful"),
  });

  const { releases, slug } = await publishedChunk(site, chunkPath.line("sim__brittle"));
  expect(releases.map(({ run_id, release }) => [run_id, release.label])).toEqual([
    ["brittle", null],
    ["later", "v2"],
  ]);
  expect(releases[0]?.unlike).toEqual(["sampling"]);
  const [before, after] = releases.map(({ scan }) => ({ scan, slug }));
  if (before === undefined || after === undefined) throw new Error("a release is missing");
  const { changes, unlike } = await publishedChunk(site, chunkPath.changes(before, after));
  expect(unlike).toEqual(["sampling"]);
  expect(changes.length).toBeGreaterThan(0);
});

test("two scans of the same conversations are refused, and which", async () => {
  await succeed("scan", "brittle", "--profile", "dev", "--out", out());
  const scans = (await readdir(join(out(), "brittle", "scans"))).map((name) => `brittle/${name}`);
  const site = join(folder.path, "twice");
  const { exitCode, stderr } = await runCli(["publish", site, ...scans, "--out", out()]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/IB_MODEL_TWICE/),
  });
  for (const name of ["sim/brittle", ...scans.map((scan) => scan.replace("brittle/", ""))])
    expect(stderr).toContain(name);
});

test("tiers are taken from a board that was made from these scans, and from no other", async () => {
  const scenarios = [...(await shippedCorpus()).scenarios.values()].slice(0, 40);
  const scans: string[] = [];
  for (const runId of ["first", "second", "third"]) {
    const results = join(folder.path, "synthetic");
    const failureRate = () => 0.1;
    scans.push(
      await writeSyntheticRun({ results, runId, models: [`maker/${runId}`], scenarios, failureRate }),
    );
  }
  const [first = "", second = "", third = ""] = scans;
  const board = join(folder.path, "board");
  await succeed("leaderboard", "build", first, second, "--out", board);
  const file = join(board, "leaderboard.json");
  const { exitCode, stderr } = await runCli(["publish", join(folder.path, "other"), third, "--board", file]);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/IB_NOT_ON_BOARD/),
  });
  expect(stderr).toContain(await scanFolder(join(folder.path, "synthetic", "third")));
});

const FindingPlace = z.looseObject({ scan: z.string(), conversation: z.string(), votes_to_fail: z.int() });
const ModelPlace = z.looseObject({ scan: z.string(), slug: z.string(), simulated: z.boolean() });

/** The chunks that the models and findings anywhere in a chunk lead to. */
function namedIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = FindingPlace.safeParse(value).data;
  if (own !== undefined) return [chunkPath.conversation(own.scan, own.conversation)];
  const model = ModelPlace.safeParse(value).data;
  const below = Object.values(value).flatMap(namedIn);
  return model === undefined ? below : [chunkPath.model(model.scan, model.slug), ...below];
}
