import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { artefactHashes } from "./artefact-hashes.fixture.ts";
import { runCli } from "./cli.fixture.ts";
import { VALID_CORPUS } from "./corpus-copy.fixture.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

let evaluated: Awaited<ReturnType<typeof evaluatedRun>>;

beforeAll(async () => {
  evaluated = await evaluatedRun();
});
afterAll(() => evaluated[Symbol.asyncDispose]());

/** The files that a scan writes into a fresh copy of the run. */
async function scannedBy(workers: number, ...flags: readonly string[]) {
  await using folder = await temporaryFolder();
  await cp(evaluated.path, folder.path, { recursive: true });
  const run = join(folder.path, "all");
  await rm(join(run, "scans"), { recursive: true });
  await succeed("scan", "all", "--workers", String(workers), "--out", folder.path, ...flags);
  return await artefactHashes(await scanFolder(run));
}

// To start a thread takes far longer than its work here, with the shipped corpus most of all: three threads in this test,
// two in the others, and a small corpus where it decides nothing.
test("a scan by word lists is the same bytes for one worker and for three", async () => {
  const alone = await scannedBy(1, "--profile", "smoke");
  expect(Object.keys(alone)).toContain("verdicts.jsonl");
  expect(await scannedBy(3, "--profile", "smoke")).toEqual(alone);
});

test("a scan with a judge is planned by workers, and is the same bytes", async () => {
  const flags = ["--profile", "dev", "--rubric"];
  expect(await scannedBy(2, ...flags)).toEqual(await scannedBy(1, ...flags));
});

test("workers verify a scan from its recorded calls as one thread does", async () => {
  const verify = (workers: number) =>
    succeed("verify", "all", "--json", "--workers", String(workers), "--out", evaluated.path);
  const alone = await verify(1);
  expect(JSON.parse(alone)).toMatchObject({ transcripts: 15, differences: [] });
  expect(await verify(2)).toBe(alone);
});

test("what workers do not find is named as one thread names it", async () => {
  await using folder = await temporaryFolder();
  const bench = createBench({ results: folder.path, corpus: VALID_CORPUS });
  await bench.evaluate({ models: ["sim/brittle", "sim/careful"], runId: "all" });
  const journal = join(await scanFolder(join(folder.path, "all")), "journal.jsonl");
  const lines = (await readFile(journal, "utf8")).split("\n");
  const at = lines.findIndex((line) => line.includes('"event":"replied"'));
  await writeFile(journal, lines.toSpliced(at, 1).join("\n"));
  const [alone, together] = [await bench.verifyScan("all"), await bench.verifyScan("all", { workers: 2 })];
  expect(alone.differences).toMatchObject([{ file: "journal.jsonl", found: "no such call" }]);
  expect(together).toEqual(alone);
});

test("a transcript that is missing is missed by name, whoever looked for it", async () => {
  await using folder = await temporaryFolder();
  const where = ["--corpus", VALID_CORPUS, "--out", folder.path];
  await succeed("run", "--model", "sim/careful", "--run-id", "a", ...where);
  const [missing = ""] = await readdir(join(folder.path, "a", "transcripts", "sim__careful"));
  await rm(join(folder.path, "a", "transcripts", "sim__careful", missing));
  const scan = (workers: string) =>
    runCli(["scan", "a", "--profile", "smoke", "--workers", workers, ...where]);
  const alone = await scan("1");
  expect(alone.stderr).toContain("IB_RUN_INCOMPLETE");
  expect(await scan("2")).toEqual(alone);
});

test("several runs are one scan, by workers too", async () => {
  await using folder = await temporaryFolder();
  const bench = createBench({ results: folder.path, corpus: VALID_CORPUS });
  for (const model of ["careful", "attached"]) await bench.run({ runId: model, models: [`sim/${model}`] });
  const runs = ["careful", "attached"];
  const { directory } = await bench.scan(runs, { profile: "smoke", workers: 2 });
  const together = await artefactHashes(directory);
  await rm(directory, { recursive: true });
  await bench.scan(runs, { profile: "smoke" });
  expect(await artefactHashes(directory)).toEqual(together);
  expect((await bench.verifyScan(directory, { workers: 2 })).differences).toEqual([]);
});

test("a number of workers that cannot be is refused", async () => {
  const { exitCode, stderr } = await runCli(["verify", "all", "--workers", "0", "--out", evaluated.path]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('"0" is not a whole number from 1');
  const bench = createBench({ results: evaluated.path });
  for (const workers of [0, 1.5, 257, Number.NaN])
    await expect(bench.verifyScan("all", { workers })).rejects.toMatchObject({ code: "IB_BAD_WORKERS" });
});
