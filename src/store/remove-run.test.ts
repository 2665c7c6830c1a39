import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type * as z from "zod";
import { keepRunPlan, plannedTranscripts } from "./planned-run.ts";
import { redactBySchema } from "./redact/redact-by-schema.ts";
import { deleteRunFolder, redactRunFolder } from "./remove-run.ts";
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
    const redaction = await redactRunFolder(results, RUN, NEVER);
    expect(redaction).toEqual({
      transcripts: 1,
      // Its own, the one it shares, and two that measure a judge on it.
      scans: 4,
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

test("redacting twice changes nothing", async () => {
  const results = await runWithWords();
  await redactRunFolder(results, RUN, NEVER);
  const once = await texts(results);
  expect((await redactRunFolder(results, RUN, NEVER)).removed).toEqual([]);
  expect(await texts(results)).toEqual(once);
});

test("a redaction that was cut short is finished by the next, and the run is refused meanwhile", async () => {
  const results = await runWithWords();
  const stopped = AbortSignal.abort(new Error("enough"));
  await expect(redactRunFolder(results, RUN, stopped)).rejects.toThrow("enough");
  const store = await openRun({ results, runId: RUN, mode: "read" });
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject({ code: "IB_RUN_REDACTED" });
  await redactRunFolder(results, RUN, NEVER);
  expect(await filesWithWords(results)).toEqual([]);
});

test("a redacted run is not continued", async () => {
  const results = await runWithWords();
  await redactRunFolder(results, RUN, NEVER);
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

test("a deleted run leaves nothing, and takes along what a killed deletion left", async () => {
  const results = await runWithWords();
  await mkdir(join(results, ".deleted.old.0123", "transcripts"), { recursive: true });
  await mkdir(join(results, "other"));
  await deleteRunFolder(results, RUN);
  expect(await readdir(results)).toEqual(["calibration", "other", "scans"]);
  expect(await readdir(join(results, "calibration"))).toEqual(["smoke-shared-again"]);
  // What others share stays, without its words.
  expect(await filesWithWords(results)).toEqual([]);
});

test("a run that is in use is neither deleted nor redacted", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  const before = await texts(results);
  await expect(deleteRunFolder(results, RUN)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  await expect(redactRunFolder(results, RUN, NEVER)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  expect(await texts(results)).toEqual(before);
  await store.close();
});
