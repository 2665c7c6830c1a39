import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBench } from "./create-bench.ts";

/** Makes a results folder in which the deletion of `run-1` was killed after it had moved the run away. */
async function cutShort() {
  const results = await mkdtemp(join(tmpdir(), "ib-runs-"));
  onTestFinished(() => rm(results, { recursive: true }));
  const left = join(results, ".deleted.run-1.0123456789ab");
  await mkdir(join(left, "transcripts", "sim-careful"), { recursive: true });
  await writeFile(join(left, "transcripts", "sim-careful", "safety_one_001.r1.jsonl"), "{}\n");
  const notices: string[] = [];
  const bench = createBench({ results, onNotice: (said) => notices.push(said) });
  return { results, left, bench, notices };
}

test("a deletion that was cut short is named where runs are listed", async () => {
  const { bench, left, notices } = await cutShort();
  expect(await bench.list("runs")).toEqual([]);
  expect(notices.slice(0, 1)).toEqual([
    expect.stringContaining(`its words are still in ${left}. Delete run-1 again`),
  ]);
});

test("deleting the run again finishes it, however it is named", async () => {
  for (const named of ["run-1", join("results", "run-1")]) {
    const { bench, results, left } = await cutShort();
    const extent = {
      runId: "run-1",
      directory: left,
      transcripts: 1,
      scansBeside: 0,
      reviews: 0,
      scans: 0,
      queues: [],
    };
    expect(await bench.runs.measure(named)).toEqual(extent);
    expect(await bench.runs.delete(named)).toEqual({ ...extent, cached: 0 });
    expect(await readdir(results)).toEqual([]);
    await expect(bench.runs.delete(named)).rejects.toMatchObject({ code: "IB_NO_SUCH_RUN" });
  }
});

test("the deletion of another run is left alone", async () => {
  const { bench, results } = await cutShort();
  await expect(bench.runs.delete("run-2")).rejects.toMatchObject({ code: "IB_NO_SUCH_RUN" });
  expect(await readdir(results)).toHaveLength(1);
});
