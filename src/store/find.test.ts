import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findScan, listRuns } from "./find.ts";

/** `one` has a scan, `two` has two, `none` has none; `notes` is not a run. */
async function resultsFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-find-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const results = join(directory, "results");
  const files = [
    "one/run_plan.json",
    "one/run_manifest.json",
    "one/scans/s1/scan_plan.json",
    "one/scans/unplanned/journal.jsonl",
    "two/run_plan.json",
    "two/scans/s2/scan_plan.json",
    "two/scans/s1/scan_plan.json",
    "none/run_plan.json",
    "notes/readme.txt",
    "scans/several/scan_plan.json",
  ];
  for (const file of files) {
    await mkdir(join(results, file, ".."), { recursive: true });
    await writeFile(join(results, file), "{}");
  }
  return results;
}

test("runs are listed by name with their scans, and nothing else is", async () => {
  const results = await resultsFolder();
  expect(await listRuns(results)).toEqual([
    { run_id: "none", path: join(results, "none"), has_manifest: false, scans: [] },
    { run_id: "one", path: join(results, "one"), has_manifest: true, scans: ["s1"] },
    { run_id: "two", path: join(results, "two"), has_manifest: false, scans: ["s1", "s2"] },
  ]);
  expect(await listRuns(join(results, "nowhere"))).toEqual([]);
});

test("a scan is found by its directory, by its run's, and by names below results", async () => {
  const results = await resultsFolder();
  const found = { results, runId: "one", scanId: "s1" };
  for (const path of [
    join(results, "one", "scans", "s1"),
    join(results, "one"),
    "one",
    "one/s1",
    "one/scans/s1",
  ]) {
    expect(await findScan(path, results)).toEqual(found);
  }
  expect(await findScan("two/s2", results)).toMatchObject({ runId: "two", scanId: "s2" });
});

test("a scan of several runs lies beside the runs and belongs to none of them", async () => {
  const results = await resultsFolder();
  const found = { results, runId: null, scanId: "several" };
  for (const path of [join(results, "scans", "several"), "scans/several"]) {
    expect(await findScan(path, results)).toEqual(found);
  }
});

test("a run with several scans asks for one of them", async () => {
  const results = await resultsFolder();
  await expect(findScan("two", results)).rejects.toMatchObject({
    code: "IB_AMBIGUOUS_SCAN",
    hint: expect.stringContaining(join("two", "scans", "s2")),
  });
});

test("a scan that never had an answer is passed over where another got anywhere", async () => {
  const results = await resultsFolder();
  const inTwo = (name: string) => join(results, "two", "scans", name);
  const at = "2026-11-18T03:00:00.000Z";
  const unit = "a".repeat(64);
  const failed = { event: "failed", unit, reason: "ECONNREFUSED", cause: "network", at };
  const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
  const replied = { event: "replied", unit, content: "x", finish_reason: "stop", usage, latency_ms: 1, at };
  await writeFile(inTwo("s1/journal.jsonl"), `${JSON.stringify(failed)}\n`);
  await writeFile(inTwo("s2/seal.json"), "{}");
  expect(await findScan("two", results)).toMatchObject({ scanId: "s2" });
  // A scan with an answer counts as begun work, and may be meant.
  await writeFile(inTwo("s1/journal.jsonl"), `${JSON.stringify(failed)}\n${JSON.stringify(replied)}\n`);
  await expect(findScan("two", results)).rejects.toMatchObject({
    code: "IB_AMBIGUOUS_SCAN",
    hint: expect.stringMatching(
      /s1 \(not finished\), \S+s2\. One that is not finished goes on by what began it/,
    ),
  });
});

test("what makes a run's first scan names a judge, or none", async () => {
  await expect(findScan("none", await resultsFolder())).rejects.toMatchObject({
    hint: expect.stringMatching(/bench\.scan\(".*none", \{ judge: "MODEL" \}\).*\{ profile: "smoke" \}/),
  });
});

test.for([
  ["none", "has no scan yet"],
  ["notes", "is no scan"],
  ["two/s3", "is no scan"],
  ["", "neither"],
] as const)("%j is not a scan, and the error says why", async ([name, reason]) => {
  const results = await resultsFolder();
  const path = name === "" ? results : name;
  await expect(findScan(path, results)).rejects.toMatchObject({
    code: "IB_NO_SUCH_SCAN",
    message: expect.stringContaining(reason),
  });
});
