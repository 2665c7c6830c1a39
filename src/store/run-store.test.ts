// Long because it covers every way to open, lock, resume and refuse a run.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { sha256 } from "../kernel/hash.ts";
import { ModelId, RunId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import { RunManifest } from "../schema/run/manifest.ts";
import { RunPlan } from "../schema/run/run-plan.ts";
import { type Transcript, TranscriptHeader, TranscriptMessage } from "../schema/run/transcript.ts";
import { openRun, type RunStore } from "./run-store.ts";

const RUN = RunId.parse("run-1");
const HASH = sha256("anything");
const SAMPLING = { temperature: 0, max_tokens: 800, seed: null };

const PLAN = RunPlan.parse({
  schema_version: 1,
  corpus: { version: "1.0.0", hash: HASH },
  models: [{ model_id: "sim/careful", simulated: true }],
  scenarios: [{ scenario_id: "safety_crisis_night_001", scenario_hash: HASH, turns: 3, branch_points: 0 }],
  repeats: 1,
  harness: "llm/raw",
  sampling: SAMPLING,
  system_prompt: "",
  system_prompt_hash: HASH,
  totals: { conversations: 1, turns: 3 },
  fingerprint: { hash: HASH, parts: {} },
});

const MANIFEST = RunManifest.parse({
  schema_version: 1,
  run_id: "run-1",
  tool_version: "0.1.0",
  node_version: "24.0.0",
  plan_hash: HASH,
  started_at: "2026-01-01T00:00:00.000Z",
  finished_at: "2026-01-01T00:01:00.000Z",
  legs: 1,
  conversations: { planned: 1, complete: 1, incomplete: 0 },
  target: {
    calls: 3,
    failed: 0,
    lost_in_flight: 0,
    usage: { input_tokens: 1, cached_tokens: 0, output_tokens: 1, reasoning_tokens: 0 },
    cost_usd: 0,
  },
});

function transcript(model: string): Transcript {
  const modelId = ModelId.parse(model);
  const scenarioId = ScenarioId.parse("safety_crisis_night_001");
  return {
    header: TranscriptHeader.parse({
      schema_version: 1,
      transcript_id: transcriptId(modelSlug(modelId, sha256), scenarioId, 1),
      model_id: modelId,
      harness: "llm/raw",
      scenario_id: scenarioId,
      scenario_hash: HASH,
      system_prompt_hash: HASH,
      sampling: SAMPLING,
      repeat: 1,
      simulated: true,
      complete: true,
    }),
    messages: [
      TranscriptMessage.parse({ turn: 1, role: "user", content: "I can't do this any more." }),
      TranscriptMessage.parse({ turn: 1, role: "assistant", content: "", finish_reason: "stop" }),
    ],
  };
}

async function resultsFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-run-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, "results");
}

async function open(results: string, mode: "create" | "resume" | "read"): Promise<RunStore> {
  const store = await openRun({ results, runId: RUN, mode });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

test("what a run writes, a reader finds", async () => {
  const results = await resultsFolder();
  const store = await open(results, "create");
  expect(await store.hasRunPlan()).toBe(false);
  await store.writeRunPlan(PLAN);
  await store.writeTranscript(transcript("sim/zealous"));
  await store.writeTranscript(transcript("sim/careful"));
  await store.writeTranscript(transcript("sim/Bold"));
  await store.writeManifest(MANIFEST);
  await store.close();

  const reader = await open(results, "read");
  expect(await reader.hasRunPlan()).toBe(true);
  expect(await reader.readRunPlan()).toEqual(PLAN);
  expect(await reader.readManifest()).toEqual(MANIFEST);
  const ids = await reader.listTranscripts();
  expect(ids).toEqual([
    "sim__Bold/safety_crisis_night_001.r1",
    "sim__careful/safety_crisis_night_001.r1",
    "sim__zealous/safety_crisis_night_001.r1",
  ]);
  expect(await reader.readTranscript(transcript("sim/careful").header.transcript_id)).toEqual(
    transcript("sim/careful"),
  );
  expect((await readdir(join(results, RUN))).sort()).toEqual([
    "run_manifest.json",
    "run_plan.json",
    "transcripts",
  ]);
});

test("a transcript's bytes do not depend on the order in which its keys were set", async () => {
  const store = await open(await resultsFolder(), "create");
  const { header, messages } = transcript("sim/careful");
  const path = join(store.directory, "transcripts", `${header.transcript_id}.jsonl`);
  await store.writeTranscript({ header, messages });
  const bytes = await readFile(path, "utf8");
  const reversed = <Value extends object>(value: Value) =>
    Object.fromEntries(Object.entries(value).reverse());
  await store.writeTranscript({
    // Same keys and values in another order, which this test is about.
    header: reversed(header) as TranscriptHeader,
    messages: messages.map((message) => reversed(message) as TranscriptMessage),
  });
  expect(await readFile(path, "utf8")).toBe(bytes);
  expect(bytes.split("\n")[1]).toBe('{"turn":1,"role":"user","content":"I can\'t do this any more."}');
});

test("a transcript under another's name is refused", async () => {
  const store = await open(await resultsFolder(), "create");
  const { header, messages } = transcript("sim/careful");
  await store.writeTranscript({ header, messages });
  const other = TranscriptId.parse(`${header.transcript_id.slice(0, -1)}2`);
  const folder = join(store.directory, "transcripts");
  await writeFile(
    join(folder, `${other}.jsonl`),
    await readFile(join(folder, `${header.transcript_id}.jsonl`)),
  );
  await expect(store.readTranscript(other)).rejects.toMatchObject({ code: "IB_BAD_ARTIFACT" });
});

test.for([
  ["", "it is empty"],
  ['{"schema_version":1}\n', "transcript_id"],
] as const)("a transcript without a header is refused: %j", async ([text, problem]) => {
  const store = await open(await resultsFolder(), "create");
  const id = transcript("sim/careful").header.transcript_id;
  await mkdir(join(store.directory, "transcripts", "sim__careful"), { recursive: true });
  await writeFile(join(store.directory, "transcripts", `${id}.jsonl`), text);
  await expect(store.readTranscript(id)).rejects.toMatchObject({
    code: "IB_BAD_ARTIFACT",
    message: expect.stringContaining(problem),
  });
});

test("a run of a newer version is refused by name", async () => {
  const store = await open(await resultsFolder(), "create");
  await writeFile(join(store.directory, "run_plan.json"), JSON.stringify({ ...PLAN, schema_version: 2 }));
  await expect(store.readRunPlan()).rejects.toMatchObject({ code: "IB_NEWER_SCHEMA" });
});

test("creating a run twice is refused, resuming it is not", async () => {
  const results = await resultsFolder();
  const first = await open(results, "create");
  await first.writeRunPlan(PLAN);
  await first.close();
  await expect(open(results, "create")).rejects.toMatchObject({
    code: "IB_RUN_EXISTS",
    hint: expect.stringMatching(/resume: "run-1".*runId/),
  });
  const again = await open(results, "resume");
  expect(await again.readRunPlan()).toEqual(PLAN);
});

test("a run may be created in an empty folder", async () => {
  const results = await resultsFolder();
  await mkdir(join(results, RUN), { recursive: true });
  await open(results, "create");
});

test.for(["resume", "read"] as const)("%s needs a run", async (mode) => {
  await expect(open(await resultsFolder(), mode)).rejects.toMatchObject({ code: "IB_NO_SUCH_RUN" });
});

test("a run that is being written is locked for other writers and open for readers", async () => {
  const results = await resultsFolder();
  const writer = await open(results, "create");
  await writer.writeRunPlan(PLAN);
  await expect(open(results, "resume")).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  const reader = await open(results, "read");
  expect(await reader.readRunPlan()).toEqual(PLAN);
  await writer.close();
  await open(results, "resume");
});

test("a reader cannot write", async () => {
  const results = await resultsFolder();
  await (await open(results, "create")).close();
  const reader = await open(results, "read");
  await expect(reader.writeRunPlan(PLAN)).rejects.toThrow("for reading only");
  await expect(reader.journal()).rejects.toThrow("for reading only");
  await expect(reader.scan(RUN).journal()).rejects.toThrow("for reading only");
});

test("a results folder that cannot be is named", async () => {
  const results = await resultsFolder();
  await writeFile(results, "a file where the folder goes");
  await expect(open(results, "create")).rejects.toMatchObject({
    code: "IB_CANNOT_WRITE",
    exitCode: 1,
    message: expect.stringContaining(results),
  });
});

test("the folder for scans of several runs is not a run", async () => {
  const results = await resultsFolder();
  const input = { results, runId: RunId.parse("scans"), mode: "create" } as const;
  await expect(openRun(input)).rejects.toMatchObject({ code: "IB_RESERVED_RUN_ID" });
});

test("the journal is one, and is closed with the store", async () => {
  const store = await open(await resultsFolder(), "create");
  const journal = await store.journal();
  expect(await store.journal()).toBe(journal);
  await store.close();
  const entry = { event: "closed", outcome: "finished", at: "2026-01-01T00:00:00.000Z" } as const;
  await expect(journal.append(entry)).rejects.toThrow("after it was closed");
});

test("a damaged journal does not keep the run locked", async () => {
  const results = await resultsFolder();
  const store = await open(results, "create");
  await writeFile(join(store.directory, "journal.jsonl"), "damage\n");
  await expect(store.journal()).rejects.toMatchObject({ code: "IB_JOURNAL_CORRUPT" });
  await store.close();
  await open(results, "resume");
});

test("opening a run removes what a killed writer left", async () => {
  const results = await resultsFolder();
  const first = await open(results, "create");
  await first.writeTranscript(transcript("sim/careful"));
  await first.close();
  const folder = join(results, RUN, "transcripts", "sim__careful");
  await writeFile(join(folder, "x.r1.jsonl.4194305.0123456789ab.tmp"), "half");
  await open(results, "resume");
  expect(await readdir(folder)).toEqual(["safety_crisis_night_001.r1.jsonl"]);
});
