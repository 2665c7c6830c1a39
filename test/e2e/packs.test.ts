import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { fetchChunk } from "./chunk.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { ORIGINALS, WITHOUT_TWIN, writePairs, writeTwins } from "./packs.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const SETTINGS = [
  ...["--model", "sim/careful", "--model", "sim/brittle", "--profile", "smoke", "--repeat", "2"],
  ...["--scenario", [...ORIGINALS, WITHOUT_TWIN].join(",")],
];

let folder: TemporaryFolder;
let twins: string;
let pairs: string;
const out = (name = "results") => join(folder.path, name);

async function succeed(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli([...args], { cwd: folder.path });
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout;
}

/** The core alone, and the core with a pack of twins, both from empty folders. */
beforeAll(async () => {
  folder = await temporaryFolder();
  twins = writeTwins(join(folder.path, "tiny"));
  pairs = writePairs(join(folder.path, "couples"));
  await succeed("eval", "--run-id", "it", ...SETTINGS, "--out", out("alone"), "--no-cache", "--quiet");
  const both = ["eval", "--run-id", "it", ...SETTINGS, "--out", out(), "--no-cache", "--quiet"];
  const printed = await succeed(...both, "--pack", twins);
  expect(printed).toContain("Pack tiny 1.0.0: twins and their originals, against it/smoke-");
  return () => folder[Symbol.asyncDispose]();
});

test("with a pack and without, the core's run and scan are the same bytes", async () => {
  const [alone, beside] = [
    await artefactHashes(join(out("alone"), "it")),
    await artefactHashes(join(out(), "it")),
  ];
  expect(Object.keys(beside).length).toBeGreaterThan(10);
  expect(beside).toEqual(alone);
});

test("a pack's run names the pack in its plan, its fingerprints and everything that was made from it", async () => {
  const plan = JSON.parse(await readFile(join(out(), "it.tiny/run_plan.json"), "utf8"));
  expect(plan.corpus.pack).toMatchObject({ name: "tiny", version: "1.0.0" });
  expect(plan.fingerprint.parts).toHaveProperty("pack");
  expect(plan.scenarios.map((each: { scenario_id: string }) => each.scenario_id)).toEqual(
    ORIGINALS.map((id) => `tiny__${id}`).toSorted(),
  );
  const summary = JSON.parse(
    await succeed("report", "it.tiny", "--format", "json", "--out", out(), "--pack", twins),
  );
  expect(JSON.stringify(summary)).toContain('"pack":{"name":"tiny"');
  const listed = JSON.parse(await succeed("list", "runs", "--out", out(), "--json"));
  expect(listed.map((run: Record<string, string>) => [run["run_id"], run["pack"]])).toEqual([
    ["it", ""],
    ["it.tiny", "tiny 1.0.0"],
  ]);
  expect(await succeed("explain", "it.tiny", "--out", out(), "--pack", twins)).toContain("tiny__");
});

test("the viewer shows the script of a pack's conversations, if it knows the pack", async () => {
  const shown = async (packs: string[]) => {
    const controller = new AbortController();
    const viewing = await createBench({ results: out(), packs }).view({ signal: controller.signal });
    const path = chunkPath.scenario(`tiny__${ORIGINALS[0]}`);
    const { ok } = await fetch(new URL(path, viewing.url));
    const page = ok ? await fetchChunk(viewing.url, path) : null;
    controller.abort();
    await viewing.closed;
    return page;
  };
  expect(await shown([twins])).toMatchObject({ scenario_id: `tiny__${ORIGINALS[0]}` });
  expect(await shown([])).toBeNull();
});

test("contrast sets twins against their originals, from the core's scan and from the pack's", async () => {
  const fromCore = JSON.parse(await succeed("contrast", "it", "--out", out(), "--pack", twins, "--json"));
  const fromPack = JSON.parse(
    await succeed("contrast", "it.tiny", "--out", out(), "--pack", twins, "--json"),
  );
  expect(fromPack.packs[0].rows).toEqual(fromCore.packs[0].rows);
  const [row] = fromPack.packs[0].rows;
  expect(row).toMatchObject({ differs_in: null, first: "core", second: "twin" });
  const overall = row.scores.find((score: { score: string }) => score.score === "overall");
  // Two pairs prove nothing, whatever they are.
  expect(overall).toMatchObject({ scenarios: 2, answer: "cannot_tell", interval: { low: -1, high: 1 } });
  expect(await succeed("contrast", "it.tiny", "--out", out(), "--pack", twins)).toContain("cannot tell");
});

test("boards, gates and sites refuse a pack by its name", async () => {
  const refused = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await runCli([...args, "--out", out()], { cwd: folder.path });
    expect(exitCode).not.toBe(0);
    return stderr;
  };
  expect(await refused("gate", "it.tiny", "--pack", twins)).toContain("is of the pack tiny");
  expect(await refused("gate", "it", "--baseline", "it.tiny")).toContain("IB_PACK_SCAN");
  const board = await runCli(
    ["leaderboard", "build", join(out(), "it.tiny"), "--out", out("board"), "--pack", twins],
    { cwd: folder.path },
  );
  expect(board.stderr).toMatch(/pack: .* is of the pack tiny 1\.0\.0; a board takes the core/);
});

test("a pack that is not here is asked for by name", async () => {
  const { exitCode, stderr } = await runCli(["explain", "it.tiny", "--out", out()], { cwd: folder.path });
  expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining("IB_PACK_NOT_HERE")]);
  const unknown = await runCli(["eval", "--pack", "plane", "--dry-run"], { cwd: folder.path });
  expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('There is no pack "plane"') });
});

test("an interrupted eval with a pack is resumed as one, to the same bytes", async () => {
  const cut = out("cut");
  const eval_ = ["eval", "--run-id", "it", ...SETTINGS, "--out", cut, "--no-cache", "--progress", "json"];
  const stopped = await runCli([...eval_, "--pack", twins], {
    cwd: folder.path,
    interruptAt: /"kind":"finished"/,
  });
  expect(stopped.exitCode).toBe(130);
  const printed = await succeed(
    "eval",
    "--resume",
    "it",
    "--out",
    cut,
    "--pack",
    twins,
    "--no-cache",
    "--quiet",
  );
  expect(printed).toContain("Pack tiny 1.0.0: twins");
  for (const run of ["it", "it.tiny"])
    expect(await artefactHashes(join(cut, run))).toEqual(await artefactHashes(join(out(), run)));
});

test("a pack is added to a run that is there, by the run's own settings", async () => {
  await using later = await temporaryFolder();
  const one = [
    "--model",
    "sim/careful",
    "--profile",
    "smoke",
    "--scenario",
    ORIGINALS[0],
    "--out",
    later.path,
  ];
  await succeed("eval", "--run-id", "a", ...one, "--quiet");
  await succeed("eval", "--resume", "a", "--pack", twins, "--out", later.path, "--quiet");
  const plan = JSON.parse(await readFile(join(later.path, "a.tiny/run_plan.json"), "utf8"));
  expect(plan).toMatchObject({
    models: [{ model_id: "sim/careful" }],
    scenarios: [{ scenario_id: `tiny__${ORIGINALS[0]}` }],
    evaluation: { profile: "smoke" },
  });
});

test("pairs print who the person is, with an interval, and say where nobody can tell", async () => {
  const only = ["--scenario", "couples__*", "--model", "sim/brittle", "--profile", "smoke"];
  const printed = await succeed(
    "eval",
    "--run-id",
    "p",
    ...only,
    "--pack",
    pairs,
    "--out",
    out("pairs"),
    "--quiet",
  );
  expect(printed).toContain("gender: man (first) and woman (second)");
  expect(printed).toMatch(/sim\/brittle +Overall +2 +.* cannot tell/);
  const { packs } = JSON.parse(
    await succeed("contrast", "p", "--out", out("pairs"), "--pack", pairs, "--json"),
  );
  expect(packs[0]).toMatchObject({ kind: "pairs", core: null, unpaired: [] });
  expect(packs[0].rows[0]).toMatchObject({ differs_in: "gender", first: "man", second: "woman" });
});

test("the price of a dry run is of the core and the pack together", async () => {
  const dry = ["eval", "--dry-run", "--model", "openai/gpt-5-mini", "--judge", "openai/gpt-5-mini"];
  const priced = async (...more: readonly string[]) =>
    JSON.parse(await succeed(...dry, "--scenario", ORIGINALS[0], ...more, "--out", out("dry"), "--json"));
  const [alone, both] = [await priced(), await priced("--pack", twins)];
  expect(both.run_plan).toEqual(alone.run_plan);
  expect(both.packs).toHaveLength(1);
  expect(both.estimate.calls).toBeGreaterThan(alone.estimate.calls);
  expect(both.estimate.cost_usd.high).toBeGreaterThan(alone.estimate.cost_usd.high);
});

test("lint says of a pack of pairs in which words they differ", async () => {
  expect(await succeed("lint", "--pack", pairs, "--no-coverage")).toContain("-man, +woman");
});
