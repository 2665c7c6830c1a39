import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type * as z from "zod";
import { REVIEW_KEY_VERSION, ReviewKey } from "../schema/review/review-key.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { readJsonArtefact, writeJsonArtefact } from "./artefact-files.ts";
import { reviewDirectory, runDirectory } from "./layout.ts";
import { keepRunPlan, plannedTranscripts } from "./planned-run.ts";
import { redactBySchema } from "./redact/redact-by-schema.ts";
import { deleteRunFolder, redactRunFolder } from "./remove-run.ts";
import { readReviewBatch, readReviewKey } from "./review-batch.ts";
import { lockReview, readLabelLogs } from "./review-labels.ts";
import { openRun } from "./run-store.ts";
import {
  CONVERSED,
  ID,
  IMPORTED,
  planted,
  REDACTED_SCHEMAS,
  RUN,
  runWithWords,
  SCAN,
  SECRET,
  texts,
} from "./run-with-words.fixture.ts";

const NEVER = new AbortController().signal;
const runIn = (results: string) => ({ results, runId: RUN, reviews: [join(results, "reviews")] });

/** Files whose name or text still holds the secret, relative to the folder. */
async function filesWithWords(results: string): Promise<readonly string[]> {
  return [...(await texts(results))]
    .filter(([path, text]) => `${path} ${text}`.includes(SECRET))
    .map(([path]) => relative(results, path))
    .toSorted();
}

test.each<[string, z.ZodType]>(Object.entries(REDACTED_SCHEMAS))(
  "every word of a %s is gone after a redaction, and what is left can be read",
  (_, schema) => {
    for (const value of planted(schema)) {
      const redacted = redactBySchema(schema, value);
      expect(JSON.stringify(redacted)).not.toContain(SECRET);
      expect(schema.parse(redacted)).toEqual(redacted);
      expect(redactBySchema(schema, redacted)).toEqual(redacted);
    }
  },
);

test.each([
  ["an import", IMPORTED],
  ["a conversation with a model", CONVERSED],
])(
  "after a redaction of %s no file of the results holds a word of it, and the verdicts stand",
  async (_, plan) => {
    const results = await runWithWords(plan);
    expect((await filesWithWords(results)).length).toBeGreaterThan(25);
    const before = await Array.fromAsync(
      (await openRun({ results, runId: RUN, mode: "read" })).scan(SCAN).readVerdicts(),
    );
    const cache = await cachedReplies(results);
    const redaction = await redactRunFolder(runIn(results), NEVER);
    expect(await cache.kept()).toEqual(["another's"]);
    expect(redaction).toEqual({
      cached: 3,
      transcripts: 1,
      // Its own scan, the joint scan, and two that measure a judge on it.
      scans: 4,
      // Its own batch, and one of the joint scan.
      reviews: 2,
      removed: [
        "notes.txt",
        "scans/smoke-1/gate.md",
        "scans/smoke-1/old/copy.json",
        "scans/smoke-1/report/index.html",
        "scans/smoke-1/summary.md",
        "transcripts/imported__m/notes.jsonl",
      ],
    });
    expect(await filesWithWords(results)).toEqual([]);

    const store = await openRun({ results, runId: RUN, mode: "read" });
    const after = await Array.fromAsync(store.scan(SCAN).readVerdicts());
    expect(after.map(({ mode_id, verdict }) => [mode_id, verdict])).toEqual(
      before.map(({ mode_id, verdict }) => [mode_id, verdict]),
    );
    expect(after[0]?.details.adjudication?.votes[0]).toMatchObject({
      verdict: before[0]?.details.adjudication?.votes[0]?.verdict,
      rationale: expect.stringMatching(/^\[redacted sha256:/),
    });
    expect((await store.readTranscript(ID)).header.redacted).toBe(true);
    expect(await Array.fromAsync(store.scan(SCAN).readScorecards())).not.toEqual([]);
    expect((await store.scan(SCAN).readSummary()).models).not.toEqual([]);
  },
);

test("a redacted review can be read and merged: its seal holds, and so does every label", async () => {
  const results = await runWithWords();
  await redactRunFolder(runIn(results), NEVER);
  const directory = join(results, "reviews", "review-own");
  const stored = await readReviewBatch(directory);
  expect(stored.batch.redacted).toBe(true);
  expect((await readReviewKey(directory, stored.batch)).run_id).toBe(RUN);
  const [labels] = (await readLabelLogs(reviewDirectory(directory).labels, stored)).values();
  const [label] = labels?.values() ?? [];
  expect(label).toMatchObject({ label: "PASS", quote: { text: expect.stringMatching(/^\[redacted/) } });
});

test("a review of another run is left alone", async () => {
  const results = await runWithWords();
  const { key, items } = reviewDirectory(join(results, "reviews", "review-own"));
  const other = { ...(await readJsonArtefact(key, ReviewKey, REVIEW_KEY_VERSION)), run_id: "run-2" };
  await writeJsonArtefact(key, other);
  const before = await readFile(items, "utf8");
  expect((await redactRunFolder(runIn(results), NEVER)).reviews).toBe(1);
  expect(await readFile(items, "utf8")).toBe(before);
});

test("a review that somebody is labelling is not redacted under their hands", async () => {
  const results = await runWithWords();
  const lock = await lockReview(
    reviewDirectory(join(results, "reviews", "review-own")).labels,
    "labelling",
    {},
  );
  onTestFinished(() => lock.release());
  await expect(redactRunFolder(runIn(results), NEVER)).rejects.toMatchObject({ code: "IB_REVIEW_LOCKED" });
});

test("redacting twice changes nothing", async () => {
  const results = await runWithWords();
  await redactRunFolder(runIn(results), NEVER);
  const once = await texts(results);
  expect((await redactRunFolder(runIn(results), NEVER)).removed).toEqual([]);
  expect(await texts(results)).toEqual(once);
});

test("a redaction that was cut short is finished by the next, and the run is refused meanwhile", async () => {
  const results = await runWithWords();
  const stopped = AbortSignal.abort(new Error("enough"));
  await expect(redactRunFolder(runIn(results), stopped)).rejects.toThrow("enough");
  const store = await openRun({ results, runId: RUN, mode: "read" });
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject({ code: "IB_RUN_REDACTED" });
  await redactRunFolder(runIn(results), NEVER);
  expect(await filesWithWords(results)).toEqual([]);
});

test("a redacted run is not continued", async () => {
  const results = await runWithWords();
  await redactRunFolder(runIn(results), NEVER);
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  onTestFinished(() => store.close());
  await expect(keepRunPlan(store, CONVERSED)).rejects.toMatchObject({ code: "IB_RUN_REDACTED" });
});

test("an imported transcript that is gone is missing, not to be resumed", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "read" });
  await rm(join(results, RUN, "transcripts", `${ID}.jsonl`));
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject({
    code: "IB_NO_SUCH_ARTIFACT",
  });
});

test("an older redaction left the cache alone: the next one reaches it, by the hashes that it left", async () => {
  const results = await runWithWords();
  const replies = await repliesOf(results);
  await redactRunFolder(runIn(results), NEVER);
  const cache = await cachedReplies(results, replies);
  expect((await redactRunFolder(runIn(results), NEVER)).cached).toBe(3);
  expect(await cache.kept()).toEqual(["another's"]);
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
async function cachedReplies(results: string, replies?: readonly string[]) {
  const [own = ""] = replies ?? (await repliesOf(results));
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
  expect(await readdir(join(results, "calibration"))).toEqual(["smoke-shared-again"]);
  // Files shared with other runs stay, without its words.
  expect(await filesWithWords(results)).toEqual([]);
});

test("a run that is in use is neither deleted nor redacted", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  const before = await texts(results);
  await expect(deleteRunFolder(runIn(results))).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  await expect(redactRunFolder(runIn(results), NEVER)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
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
])(
  "where %s is a link, the run is neither deleted nor redacted: no word is lost or left unseen",
  async (linked) => {
    const results = await runWithWords();
    const elsewhere = await mkdtemp(join(tmpdir(), "ib-elsewhere-"));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    await rename(join(results, linked), join(elsewhere, "real"));
    await symlink(join(elsewhere, "real"), join(results, linked));
    const all = async () => [await texts(results), await texts(elsewhere)];
    const before = await all();
    const refused = { code: "IB_LINKED_WORDS", links: [join(results, linked)] };
    await expect(deleteRunFolder(runIn(results))).rejects.toMatchObject(refused);
    await expect(redactRunFolder(runIn(results), NEVER)).rejects.toMatchObject(refused);
    expect(await all()).toEqual(before);
  },
);
