import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../kernel/hash.ts";
import { ModelId, RunId, ScenarioId } from "../schema/ids.ts";
import { ImportPlan } from "../schema/import-plan.ts";
import { RunPlan } from "../schema/run-plan.ts";
import { TranscriptHeader } from "../schema/transcript.ts";
import { VerdictRow } from "../schema/verdict.ts";
import { deleteRun } from "./delete-run.ts";
import { keepRunPlan } from "./keep-run-plan.ts";
import { plannedTranscripts } from "./planned-transcripts.ts";
import { redactRun } from "./redact-run.ts";
import { redactText } from "./redact-text.ts";
import { transcriptId } from "./run-directory.ts";
import { openRun } from "./run-store.ts";
import { writeJsonLines } from "./write-artifact.ts";

const RUN = RunId.parse("run-1");
const SCAN = RunId.parse("smoke-1");
const HASH = sha256("anything");
const MODEL = ModelId.parse("imported/m");
const SUBJECT = ScenarioId.parse("import_a");
const ID = transcriptId(MODEL, SUBJECT, 1);
/** Planted wherever a person's words can come to stand. */
const SECRET = "Ottoline";
const NEVER = new AbortController().signal;

const PLAN = ImportPlan.parse({
  schema_version: 1,
  harness: "import",
  source: { format: "chat-jsonl", files: [{ name: `${SECRET}.jsonl`, hash: HASH }] },
  corpus: { version: "1.0.0", hash: HASH, private: true },
  models: [{ model_id: MODEL, simulated: false }],
  conversations: [
    {
      transcript_id: ID,
      model_id: MODEL,
      scenario_id: SUBJECT,
      scenario_hash: HASH,
      repeat: 1,
      imported_id: `chat of ${SECRET}`,
      turns: 1,
    },
  ],
  totals: { conversations: 1, turns: 1 },
  fingerprint: { hash: HASH, parts: {} },
});

const evidence = [
  {
    role: "assistant",
    turn: 1,
    quote: `Dear ${SECRET}`,
    rationale: `It names ${SECRET}.`,
    verification: { tier: "exact", start: 0, end: 13 },
  },
];
const ROW = VerdictRow.parse({
  schema_version: 1,
  transcript_id: ID,
  model_id: MODEL,
  scenario_id: SUBJECT,
  repeat: 1,
  mode_id: "IB-F4",
  eligible: true,
  verdict: "FAIL",
  severity: "S2",
  primary_bucket: "F",
  confidence: 1,
  evidence,
  scorer_version: "1",
  prompt_hash: null,
  details: {
    route: "hybrid_llm",
    windows: [],
    votes: [
      {
        window: 0,
        repetition: 1,
        verdict: "FAIL",
        rationale: `Because of ${SECRET}`,
        missing_cue: `${SECRET} is absent`,
        evidence,
        request_hash: HASH,
      },
    ],
    policy: "fixed",
    adjudication_required: false,
  },
});

/** A run with a scan, and the secret in every place that can hold it. */
async function runWithWords(): Promise<string> {
  const results = await mkdtemp(join(tmpdir(), "ib-remove-"));
  onTestFinished(() => rm(results, { recursive: true, force: true }));
  const store = await openRun({ results, runId: RUN, mode: "create" });
  await store.writeRunPlan(PLAN);
  const header = TranscriptHeader.parse({
    schema_version: 1,
    transcript_id: ID,
    model_id: MODEL,
    harness: "import",
    scenario_id: SUBJECT,
    scenario_hash: HASH,
    tags: [],
    system_prompt_hash: HASH,
    sampling: null,
    repeat: 1,
    simulated: false,
    private: true,
    complete: false,
  });
  await store.writeTranscript({
    header,
    messages: [
      { turn: 1, role: "user", content: `I am ${SECRET}`, branch_id: "b", branch_evidence: SECRET },
      { turn: 1, role: "assistant", content: "", error: `refused: ${SECRET}` },
    ],
  });
  const at = "2026-01-01T00:00:00.000Z";
  const usage = { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 };
  const scan = store.scan(SCAN);
  for (const journal of [await store.journal(), await scan.journal()]) {
    const call = { stage: "judge", model_id: MODEL, subject: "s" } as const;
    const unit = PLAN.fingerprint.hash;
    await journal.append({ event: "sent", unit, call, at });
    await journal.append({
      event: "replied",
      unit,
      content: `Hello ${SECRET}`,
      finish_reason: "stop",
      usage,
      latency_ms: 1,
      warnings: [`odd: ${SECRET}`],
      at,
    });
    await journal.append({ event: "failed", unit, reason: `400: ${SECRET}`, at });
  }
  await scan.writeVerdicts([ROW]);
  await writeJsonLines(join(scan.directory, "scorer_results.jsonl"), [
    {
      schema_version: 1,
      transcript_id: ID,
      scorer: "sweep",
      question_id: "q",
      window: { first_turn: 1, last_turn: 1 },
      answer: `said ${SECRET}`,
      evidence,
      details: { votes: [`said ${SECRET}`] },
    },
  ]);
  await scan.writeText("report/index.html", SECRET);
  await store.close();
  const strays = ["notes.txt", "transcripts/imported__m/notes.jsonl", "scans/smoke-1/old/copy.json"];
  for (const stray of strays) {
    const path = join(results, RUN, stray);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, SECRET);
  }
  return results;
}

/** Every file below a folder, with its text. */
async function texts(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path, await readFile(path, "utf8"));
  }
  return found;
}

test("after a redaction no file of the run holds a word of it, and the verdicts stand", async () => {
  const results = await runWithWords();
  const before = await texts(results);
  expect([...before.values()].filter((text) => text.includes(SECRET)).length).toBeGreaterThan(7);
  const redaction = await redactRun(results, RUN, NEVER);
  expect(redaction).toEqual({
    transcripts: 1,
    scans: 1,
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
  await redactRun(results, RUN, NEVER);
  const once = await texts(results);
  expect((await redactRun(results, RUN, NEVER)).removed).toEqual([]);
  expect(await texts(results)).toEqual(once);
});

test("a redaction that was cut short is finished by the next, and the run is refused meanwhile", async () => {
  const results = await runWithWords();
  const stopped = AbortSignal.abort(new Error("enough"));
  await expect(redactRun(results, RUN, stopped)).rejects.toThrow("enough");
  const store = await openRun({ results, runId: RUN, mode: "read" });
  await expect(Array.fromAsync(plannedTranscripts(store))).rejects.toMatchObject({ code: "IB_RUN_REDACTED" });
  await redactRun(results, RUN, NEVER);
  expect([...(await texts(results)).values()].filter((text) => text.includes(SECRET))).toEqual([]);
});

test("a redacted run is not continued", async () => {
  const results = await runWithWords();
  await redactRun(results, RUN, NEVER);
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
  await deleteRun(results, RUN);
  expect(await readdir(results)).toEqual(["other"]);
});

test("a run that is in use is neither deleted nor redacted", async () => {
  const results = await runWithWords();
  const store = await openRun({ results, runId: RUN, mode: "resume" });
  const before = await texts(results);
  await expect(deleteRun(results, RUN)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  await expect(redactRun(results, RUN, NEVER)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  expect(await texts(results)).toEqual(before);
  await store.close();
});

test("a redacted text shows whether two were equal, and how long they were", () => {
  expect(redactText("yes")).toMatch(/^\[redacted sha256:[0-9a-f]{16}, 3 characters\]$/);
  expect(redactText(redactText("yes"))).toBe(redactText("yes"));
  expect(redactText("")).toBe("");
});
