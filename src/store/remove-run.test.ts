import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { REVIEW_KEY_VERSION, ReviewKey } from "../schema/review/review-key.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { ImportPlan } from "../schema/run/run-plan.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan/scan-plan.ts";
import { readJsonArtefact, writeJsonArtefact } from "./artefact-files.ts";
import { reviewDirectory, runDirectory, scanDirectory } from "./layout.ts";
import { keepRunPlan, plannedTranscripts } from "./planned-run.ts";
import { deleteRunFolder, measureBeside } from "./remove-run.ts";
import { lockReview } from "./review-labels.ts";
import { openRun } from "./run-store.ts";
import { CONVERSED, ID, IMPORTED, RUN, runWithWords, SCAN, SECRET, texts } from "./run-with-words.fixture.ts";

const runIn = (results: string) => ({ results, runId: RUN, reviews: [join(results, "reviews")] });

/** Files whose name or text still holds the secret, relative to the folder. */
async function filesWithWords(results: string): Promise<readonly string[]> {
  return [...(await texts(results))]
    .filter(([path, text]) => `${path} ${text}`.includes(SECRET))
    .map(([path]) => relative(results, path))
    .toSorted();
}

test.each([
  ["an import", IMPORTED],
  ["a conversation with a model", CONVERSED],
])("after the deletion of %s no file of the results holds a word of it", async (_, plan) => {
  const results = await runWithWords(plan);
  expect((await filesWithWords(results)).length).toBeGreaterThan(25);
  const beside = await measureBeside(runIn(results));
  const cache = await cachedReplies(results);
  expect(await deleteRunFolder(runIn(results))).toBe(3);
  expect(await cache.kept()).toEqual(["another's"]);
  expect(await filesWithWords(results)).toEqual([]);
  // The joint scan, and two that measure a judge on it; its own batch, and one of the joint scan.
  expect(beside).toEqual({ scans: 3, reviews: 2 });
  expect(await measureBeside(runIn(results))).toEqual({ scans: 0, reviews: 0 });
});

test("a review and scans of another run are left alone", async () => {
  const results = await runWithWords();
  const { key, items } = reviewDirectory(join(results, "reviews", "review-own"));
  const other = { ...(await readJsonArtefact(key, ReviewKey, REVIEW_KEY_VERSION)), run_id: "run-2" };
  await writeJsonArtefact(key, other);
  const { scanPlan, verdicts } = scanDirectory(join(results, "calibration", "smoke-again"));
  const plan = await readJsonArtefact(scanPlan, ScanPlan, SCAN_PLAN_VERSION);
  await writeJsonArtefact(scanPlan, {
    ...plan,
    runs: plan.runs?.map((run) => ({ ...run, run_id: "run-2" })),
  });
  const kept = () => Promise.all([items, verdicts].map((path) => readFile(path, "utf8")));
  const before = await kept();
  await deleteRunFolder(runIn(results));
  expect(await kept()).toEqual(before);
});

test("a review that somebody is labelling is not deleted under their hands, and its run is there still", async () => {
  const results = await runWithWords();
  const { labels, items } = reviewDirectory(join(results, "reviews", "review-own"));
  const lock = await lockReview(labels, "labelling", {});
  onTestFinished(() => lock.release());
  await expect(deleteRunFolder(runIn(results))).rejects.toMatchObject({ code: "IB_REVIEW_LOCKED" });
  expect(await readFile(items, "utf8")).toContain(SECRET);
  expect(await readdir(results)).toContain(RUN);
});

test("a run that an earlier version redacted is refused by name, and can be deleted", async () => {
  const results = await runWithWords(ImportPlan.parse({ ...IMPORTED, redacted: true }));
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  const refused = { code: "IB_RUN_REDACTED", message: expect.stringContaining("by an earlier version") };
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject(refused);
  await expect(keepRunPlan(store, CONVERSED)).rejects.toMatchObject(refused);
  await store.close();
  await deleteRunFolder(runIn(results));
  expect(await filesWithWords(results)).toEqual([]);
});

test("an imported transcript that is gone is missing, not to be resumed", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "read" });
  await rm(join(results, RUN, "transcripts", `${ID}.jsonl`));
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject({
    code: "IB_NO_SUCH_ARTIFACT",
  });
});

test("where a journal cannot be read nobody knows whose the cached replies are, and a deletion takes all", async () => {
  const results = await runWithWords();
  const cache = await cachedReplies(results);
  await writeFile(join(results, RUN, "journal.jsonl"), "not a line\n{}\n");
  await deleteRunFolder(runIn(results));
  expect(await cache.kept()).toEqual([]);
});

test("a call that was cut short may have a reply in the cache that no journal knows, and a deletion takes all, unless it was found there", async () => {
  const at = "2026-10-01T10:00:00.000Z";
  const unit = "a".repeat(64);
  const call = { stage: "judge", model_id: "acme/judge", subject: "a call" };
  const sent = { event: "sent", unit, call, at };
  const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
  const replied = { event: "replied", unit, content: "Yes", finish_reason: "stop", usage, latency_ms: 1, at };
  for (const [lines, kept] of [
    [[sent], []],
    [[sent, sent, replied], []],
    [[sent, sent, { ...replied, from_cache: true }], ["another's"]],
    [[sent, { event: "settled", unit, attempt: 1, at }, sent, replied], ["another's"]],
  ] as const) {
    const results = await runWithWords();
    const cache = await cachedReplies(results);
    const entries = lines.map((line) => `${JSON.stringify(JournalEntry.parse(line))}\n`);
    await writeFile(join(results, RUN, "journal.jsonl"), entries.join(""), { flag: "a" });
    await deleteRunFolder(runIn(results));
    expect(await cache.kept()).toEqual(kept);
  }
});

async function repliesOf(results: string): Promise<readonly string[]> {
  const { journal, scan } = runDirectory(results, RUN);
  const lines = await Promise.all([journal, scan(SCAN).journal].map((path) => readFile(path, "utf8")));
  return [
    ...new Set(
      lines
        .flatMap((text) => text.trimEnd().split("\n"))
        .map((line) => JournalEntry.parse(JSON.parse(line)))
        .flatMap((entry) => (entry.event === "replied" ? entry.content : [])),
    ),
  ];
}

/** Writes two cached replies of the run, an unfinished one, and one of another run. */
async function cachedReplies(results: string) {
  const [own = ""] = await repliesOf(results);
  const files = {
    "00/a.json": JSON.stringify({ content: own }),
    "01/b.json": JSON.stringify({ content: own }),
    "01/c.json.tmp": `{"content":"${own.slice(0, 5)}`,
    "ff/d.json": JSON.stringify({ content: "another's" }),
  };
  const cache = join(results, ".cache");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(cache, dirname(name)), { recursive: true });
    await writeFile(join(cache, name), text);
  }
  return {
    kept: async () => {
      const entries = await readdir(cache, { recursive: true, withFileTypes: true });
      const kept = entries.filter((entry) => entry.isFile());
      const texts = await Promise.all(kept.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
      return texts.map((text) => JSON.parse(text).content);
    },
  };
}

test("a deleted run leaves nothing, and takes along what a killed deletion left", async () => {
  const results = await runWithWords();
  await mkdir(join(results, ".deleted.old.0123", "transcripts"), { recursive: true });
  await mkdir(join(results, "other"));
  const cache = await cachedReplies(results);
  await deleteRunFolder(runIn(results));
  expect(await cache.kept()).toEqual(["another's"]);
  expect(await readdir(results)).toEqual([".cache", "calibration", "other", "reviews", "scans"]);
  for (const name of ["calibration", "reviews", "scans"])
    expect(await readdir(join(results, name))).toEqual([]);
});

test("a run that is in use is not deleted", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  const before = await texts(results);
  await expect(deleteRunFolder(runIn(results))).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  expect(await texts(results)).toEqual(before);
  await store.close();
});

test.each([
  "run-1",
  "run-1/transcripts",
  "run-1/transcripts/imported__m",
  "run-1/journal.jsonl",
  "run-1/scans/smoke-1",
  "run-1/notes.txt",
  "scans/smoke-shared",
  "scans/smoke-shared/verdicts.jsonl",
  "calibration/smoke-again",
  "reviews/review-own",
  "reviews/review-own/items.jsonl",
  "reviews/review-own.key.json",
  "reviews/review-own.labels.jsonl",
])("where %s is a link, the run is not deleted: no word is lost or left unseen", async (linked) => {
  const results = await runWithWords();
  const elsewhere = await mkdtemp(join(tmpdir(), "ib-elsewhere-"));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await rename(join(results, linked), join(elsewhere, "real"));
  await symlink(join(elsewhere, "real"), join(results, linked));
  const all = async () => [await texts(results), await texts(elsewhere)];
  const before = await all();
  const refused = { code: "IB_LINKED_WORDS", links: [join(results, linked)] };
  await expect(deleteRunFolder(runIn(results))).rejects.toMatchObject(refused);
  expect(await all()).toEqual(before);
});
