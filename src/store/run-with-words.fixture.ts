import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { sha256 } from "../kernel/hash.ts";
import { ModelId, RunId, ScenarioId } from "../schema/ids.ts";
import { ImportPlan } from "../schema/run/run-plan.ts";
import { TranscriptHeader } from "../schema/run/transcript.ts";
import { SCAN_PLAN } from "../schema/scan/scan-plan.fixture.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { VerdictRow } from "../schema/scan/verdict.ts";
import { writeJsonArtefact, writeJsonLines } from "./artefact-files.ts";
import { SCANS_NAME } from "./layout.ts";
import { openRun } from "./run-store.ts";

export const RUN = RunId.parse("run-1");
export const SCAN = RunId.parse("smoke-1");
/** Of several runs. */
const SHARED = "smoke-shared";
export const HASH = sha256("anything");
const MODEL = ModelId.parse("imported/m");
export const SUBJECT = ScenarioId.parse("import_a");
export const ID = transcriptId(modelSlug(MODEL, sha256), SUBJECT, 1);
/** Planted wherever a person's words can come to stand. */
export const SECRET = "Ottoline";

export const PLAN = ImportPlan.parse({
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
export async function runWithWords(): Promise<string> {
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
  await shareWords(results);
  const strays = ["notes.txt", "transcripts/imported__m/notes.jsonl", "scans/smoke-1/old/copy.json"];
  for (const stray of strays) {
    const path = join(results, RUN, stray);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, SECRET);
  }
  return results;
}

/** Every file below a folder, with its text. */
export async function texts(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path, await readFile(path, "utf8"));
  }
  return found;
}

/** A scan of this run together with others, which quotes it as well. */
async function shareWords(results: string): Promise<void> {
  const folder = join(results, SCANS_NAME, SHARED);
  const runs = [RUN, RunId.parse("run-2")].map((run_id) => ({ run_id, transcripts: HASH }));
  await writeJsonArtefact(join(folder, "scan_plan.json"), ScanPlan.parse({ ...SCAN_PLAN, runs }));
  await writeJsonLines(join(folder, "verdicts.jsonl"), [ROW]);
  await writeFile(join(folder, "notes.txt"), SECRET);
}
