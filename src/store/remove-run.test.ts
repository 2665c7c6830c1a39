import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RunPlan } from "../schema/run/run-plan.ts";
import { keepRunPlan, plannedTranscripts } from "./planned-run.ts";
import { redactText } from "./redact/redact-artefacts.ts";
import { deleteRunFolder, redactRunFolder } from "./remove-run.ts";
import { openRun } from "./run-store.ts";
import { HASH, ID, PLAN, RUN, runWithWords, SCAN, SECRET, SUBJECT, texts } from "./run-with-words.fixture.ts";

const NEVER = new AbortController().signal;

test("after a redaction no file of the run holds a word of it, and the verdicts stand", async () => {
  const results = await runWithWords();
  const before = await texts(results);
  expect([...before.values()].filter((text) => text.includes(SECRET)).length).toBeGreaterThan(7);
  const redaction = await redactRunFolder(results, RUN, NEVER);
  expect(redaction).toEqual({
    transcripts: 1,
    // Its own, and the one it shares.
    scans: 2,
    removed: [
      "notes.txt",
      "scans/smoke-1/old/copy.json",
      "scans/smoke-1/report/index.html",
      "transcripts/imported__m/notes.jsonl",
    ],
  });
  const after = await texts(results);
  expect([...after].filter(([path, text]) => text.includes(SECRET) || path.includes(SECRET))).toEqual([]);

  const store = await openRun({ results, runId: RUN, mode: "read" });
  const [row] = await Array.fromAsync(store.scan(SCAN).readVerdicts());
  expect(row).toMatchObject({ mode_id: "IB-F4", verdict: "FAIL", details: { votes: [{ verdict: "FAIL" }] } });
  expect(row?.evidence[0]?.quote).toBe(redactText(`Dear ${SECRET}`));
  expect((await store.readTranscript(ID)).header.redacted).toBe(true);
});

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
  expect([...(await texts(results)).values()].filter((text) => text.includes(SECRET))).toEqual([]);
});

test("a redacted run is not continued", async () => {
  const results = await runWithWords();
  await redactRunFolder(results, RUN, NEVER);
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  onTestFinished(() => store.close());
  const plan = RunPlan.parse({
    schema_version: 1,
    corpus: PLAN.corpus,
    models: PLAN.models,
    scenarios: [{ scenario_id: SUBJECT, scenario_hash: HASH, turns: 1, branch_points: 0 }],
    repeats: 1,
    harness: "llm/raw",
    sampling: { temperature: 0, max_tokens: 1, seed: null },
    system_prompt: "",
    system_prompt_hash: HASH,
    totals: PLAN.totals,
    fingerprint: PLAN.fingerprint,
  });
  await expect(keepRunPlan(store, plan)).rejects.toMatchObject({ code: "IB_RUN_REDACTED" });
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
  expect(await readdir(results)).toEqual(["other", "scans"]);
  // What others share stays, without its words.
  expect([...(await texts(results)).values()].filter((text) => text.includes(SECRET))).toEqual([]);
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

test("a redacted text shows whether two were equal, and how long they were", () => {
  expect(redactText("yes")).toMatch(/^\[redacted sha256:[0-9a-f]{16}, 3 characters\]$/);
  expect(redactText(redactText("yes"))).toBe(redactText("yes"));
  expect(redactText("")).toBe("");
});
