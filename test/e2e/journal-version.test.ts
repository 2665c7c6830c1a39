import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/index.ts";
import { chunkPath } from "../../src/schema/site-paths.ts";
import { fetchChunk } from "./chunk.fixture.ts";
import { scanFolder } from "./evaluated-run.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

/** An eval whose journals are of version 1. */
const RUN = "journal-v1";
const KEPT = join(import.meta.dirname, "../fixtures/runs", RUN);
const refusal = { code: "IB_JOURNAL_VERSION", message: expect.stringContaining("is a journal of version 1") };

/** Every file below a folder, lock and journals among them. */
async function filesOf(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const)),
  );
}

let folder: TemporaryFolder;
let bench: ReturnType<typeof createBench>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await cp(KEPT, join(folder.path, RUN), { recursive: true });
  bench = createBench({ results: folder.path });
});
afterAll(() => folder[Symbol.asyncDispose]());

test("a run with journals of version 1 is listed and explained, and decides nothing: it has no seal", async () => {
  expect(JSON.stringify(await bench.list("runs"))).toContain(RUN);
  expect((await bench.explain(RUN, "sim__brittle/*")).length).toBeGreaterThan(0);
  const unsealed = { code: "IB_SCAN_UNSEALED" };
  await expect(bench.report(RUN, "csv")).rejects.toMatchObject(unsealed);
  await expect(bench.compare(RUN, RUN, { anyway: true })).rejects.toMatchObject(unsealed);
  const board = bench.board.build([join(folder.path, RUN)], {
    directory: join(folder.path, "board"),
    allowSimulated: true,
  });
  await expect(board).rejects.toMatchObject(unsealed);
});

test("its calls are counted in the viewer", async () => {
  const stop = new AbortController();
  const viewing = await bench.view({ signal: stop.signal });
  const page = await fetchChunk(viewing.url, chunkPath.run(RUN));
  expect(page.stages.map(({ calls }) => [calls.sent, calls.replied, calls.in_flight])).toEqual([
    [7, 7, 0],
    [15, 15, 0],
  ]);
  stop.abort();
  await viewing.closed;
});

test("it is neither resumed nor verified, and nothing in it changes", async () => {
  const before = await filesOf(join(folder.path, RUN));
  await expect(bench.run({ resume: RUN })).rejects.toMatchObject(refusal);
  await expect(bench.evaluate({ resume: RUN })).rejects.toMatchObject(refusal);
  await expect(bench.verifyScan(RUN)).rejects.toMatchObject(refusal);
  expect(await filesOf(join(folder.path, RUN))).toEqual(before);
});

test("a scan that has a journal of version 1 is not gone on with, and one with other settings begins anew", async () => {
  const { scanId, directory } = await bench.scan(RUN, { profile: "smoke" });
  const old = await readFile(join(await scanFolder(KEPT), "journal.jsonl"));
  await cp(join(await scanFolder(KEPT), "journal.jsonl"), join(directory, "journal.jsonl"));
  const again = bench.scan(RUN, { profile: "smoke" });
  await expect(again).rejects.toMatchObject(refusal);
  expect(await readFile(join(directory, "journal.jsonl"))).toEqual(old);
  const other = await bench.scan(RUN, { profile: "dev" });
  expect(other.scanId).not.toBe(scanId);
  expect((await bench.verifyScan(other.directory)).differences).toEqual([]);
});
