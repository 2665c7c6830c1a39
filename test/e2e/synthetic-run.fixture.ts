import type { Corpus } from "../../src/corpus/corpus.ts";
import { SCORER_VERSION } from "../../src/domain/fingerprints.ts";
import { scenarioTurns } from "../../src/domain/scenarios.ts";
import { modelSlug, transcriptId } from "../../src/domain/transcript-names.ts";
import { sealScan } from "../../src/finished-scan.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { fingerprintOf, hashOf, sha256 } from "../../src/kernel/hash.ts";
import { memoize } from "../../src/kernel/memoize.ts";
import { createRandom } from "../../src/kernel/random.ts";
import { FailedCalls } from "../../src/measure/losses.ts";
import type { Check } from "../../src/schema/corpus/check.ts";
import type { Scenario } from "../../src/schema/corpus/scenario.ts";
import { ModelId, RunId, Sha256 } from "../../src/schema/ids.ts";
import { RunManifest } from "../../src/schema/run/manifest.ts";
import { RunPlan } from "../../src/schema/run/run-plan.ts";
import { type Transcript, TranscriptHeader } from "../../src/schema/run/transcript.ts";
import { ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import { type EvidenceSpan, type Verdict, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { createNamedScorers } from "../../src/score/named-scorers.ts";
import { createScanScorer } from "../../src/score/score-scan.ts";
import { openRun } from "../../src/store/run-store.ts";
import { compileLexicons } from "../../src/text/match/lexicon-matcher.ts";

const VOTES = 3;
const NO_USAGE = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };

export async function shippedCorpus(): Promise<Corpus> {
  return (await import("../../src/corpus/shipped-corpus.fixture.ts")).shippedCorpus;
}

const matcherOf = memoize(({ lexicons, words }: Corpus) => compileLexicons([...lexicons.values()], words));

export interface SyntheticRun {
  readonly results: string;
  readonly runId: string;
  readonly models: readonly string[];
  /** The probability that a check fails. */
  readonly failureRate: (modelId: string, check: Check) => number;
  readonly scenarios: readonly Scenario[];
  readonly repeats?: number;
  readonly systemPrompt?: string;
  /** The last look at a verdict before it is written. */
  readonly change?: (row: VerdictRow) => VerdictRow;
  /** When its conversations were begun. */
  readonly startedAt?: string;
}

/**
 * A run and its scan as they would be on disk after real models were asked, with conversations in which nothing is said.
 * Every check looks at every scenario and casts three votes. Returns the scan's folder.
 */
export async function writeSyntheticRun(options: SyntheticRun): Promise<string> {
  const corpus = await shippedCorpus();
  const { scenarios, repeats = 1 } = options;
  const models = options.models.map((id) => ModelId.parse(id));
  const runPlan = planOf(options, corpus);
  const conversations = models.flatMap((model) =>
    scenarios.flatMap((scenario) =>
      Array.from({ length: repeats }, (_, index) => ({ model, scenario, repeat: index + 1 })),
    ),
  );
  const checks = [...corpus.checks.values()];
  const { golden: _, ...parts } = corpus.partHashes;
  const scoring = fingerprintOf({
    ...parts,
    judge_model: "maker-z/judge-1",
    profile: "publish",
    engine: SCORER_VERSION,
  });
  const planned = conversations.map(({ model, scenario, repeat }) => ({
    transcript_id: transcriptId(modelSlug(model, sha256), scenario.scenario_id, repeat),
    transcript_hash: Sha256.parse(hashOf([model, scenario.scenario_id, repeat])),
    complete: true,
    eligible: checks.map(({ id }) => id),
    suppressed: {},
  }));
  const plan = ScanPlan.parse({
    schema_version: 1,
    profile: "publish",
    policy: "mixed",
    judge: { model_id: "maker-z/judge-1", simulated: false },
    checks: checks.map(({ id }) => id),
    votes: Object.fromEntries(checks.map(({ id }) => [id, { repetitions: VOTES, policy: "decided" }])),
    transcripts: planned,
    eligible_checks: planned.length * checks.length,
    planned_llm_calls: { min: 0, expected: 0, max: 0 },
    by_check: {},
    estimated_tokens: { input: 0, output: 0 },
    estimated_cost_usd: null,
    pricing: { known: false, source: null, as_of: null },
    checks_without_judge: [],
    fingerprints: { transcripts: runPlan.fingerprint, scoring },
  });

  const store = await openRun({
    results: options.results,
    runId: RunId.parse(options.runId),
    mode: "create",
  });
  await store.writeRunPlan(runPlan);
  await store.writeManifest(manifestOf(options, runPlan, conversations.length));
  const scan = store.scan(RunId.parse(`publish-${scoring.hash.slice(0, 12)}`));
  await scan.writePlan(plan);
  const scorer = createScanScorer(plan, corpus, createNamedScorers(corpus, matcherOf(corpus), plan));
  const rows = function* () {
    for (const [index, { model, scenario, repeat }] of conversations.entries()) {
      const random = createRandom(`${options.runId} ${model} ${scenario.scenario_id} ${repeat}`);
      const judged = checks.map((check) => {
        const fails = random.next() < options.failureRate(model, check);
        const row = verdictRow(check, fails ? "FAIL" : "PASS", { model, scenario, repeat });
        return options.change?.(row) ?? row;
      });
      const own = planned[index];
      if (own !== undefined) {
        scorer.add({ planned: own, transcript: transcriptOf(model, scenario, repeat), rows: judged });
      }
      yield* judged;
    }
  };
  await scan.writeVerdicts(rows());
  await scan.writeScores(scorer.finish());
  await scan.writeCostReport({
    schema_version: 1,
    scan_id: scan.scanId,
    judge: "maker-z/judge-1",
    estimated_calls: { min: 0, expected: 0, max: 0 },
    estimated_cost_usd: null,
    actual: { calls: 1, failed: 0, lost_in_flight: 0, usage: NO_USAGE, cost_usd: 12.5 },
  });
  for (const { model, scenario, repeat } of conversations)
    await store.writeTranscript(transcriptOf(model, scenario, repeat));
  await sealScan(
    { runs: [store] },
    scan,
    checks.map(({ id }) => id),
    systemClock,
    { lost: new FailedCalls().finish() },
  );
  await store.close();
  return scan.directory;
}

function planOf(
  { models, scenarios, repeats = 1, systemPrompt = "Be kind." }: SyntheticRun,
  corpus: Corpus,
): RunPlan {
  const sampling = { temperature: 0.7, max_tokens: 1000, seed: null };
  const listed = scenarios.map((scenario) => ({
    scenario_id: scenario.scenario_id,
    scenario_hash: Sha256.parse(corpus.scenarioHashes.get(scenario.scenario_id)),
    turns: scenarioTurns(scenario).length,
    branch_points: 0,
  }));
  return RunPlan.parse({
    schema_version: 1,
    corpus: { version: corpus.version, hash: corpus.hash },
    models: models.map((model_id) => ({ model_id, simulated: false })),
    scenarios: listed,
    repeats,
    harness: "llm/raw",
    sampling,
    system_prompt: systemPrompt,
    system_prompt_hash: sha256(systemPrompt),
    totals: { conversations: models.length * scenarios.length * repeats, turns: 0 },
    fingerprint: fingerprintOf({
      scenarios: listed.map(({ scenario_id, scenario_hash }) => [scenario_id, scenario_hash]),
      system_prompt: systemPrompt,
      models,
      repeats,
      sampling,
      harness: "llm/raw",
    }),
  });
}

function manifestOf(
  { runId, models, startedAt = "2026-01-01T00:00:00.000Z" }: SyntheticRun,
  plan: RunPlan,
  conversations: number,
): RunManifest {
  const totals = { calls: 1, failed: 0, lost_in_flight: 0, usage: NO_USAGE, cost_usd: 2 };
  return RunManifest.parse({
    schema_version: 1,
    run_id: runId,
    tool_version: "0.0.0",
    node_version: "24.0.0",
    plan_hash: plan.fingerprint.hash,
    started_at: startedAt,
    finished_at: "2026-01-01T01:00:00.000Z",
    legs: 1,
    conversations: { planned: conversations, complete: conversations, incomplete: 0 },
    target: totals,
    by_model: Object.fromEntries(
      models.map((model) => [
        model,
        { ...totals, estimated_cost_usd: null, resolved_models: [], warnings: [] },
      ]),
    ),
  });
}

interface Conversation {
  readonly model: ModelId;
  readonly scenario: Scenario;
  readonly repeat: number;
}

function transcriptOf(model: ModelId, scenario: Scenario, repeat: number): Transcript {
  const header = TranscriptHeader.parse({
    schema_version: 1,
    transcript_id: transcriptId(modelSlug(model, sha256), scenario.scenario_id, repeat),
    model_id: model,
    harness: "llm/raw",
    scenario_id: scenario.scenario_id,
    scenario_hash: "0".repeat(64),
    system_prompt_hash: "0".repeat(64),
    sampling: { temperature: 0.7, max_tokens: 1000, seed: null },
    repeat,
    simulated: false,
    complete: true,
  });
  return { header, messages: [] };
}

function verdictRow(check: Check, verdict: Verdict, { model, scenario, repeat }: Conversation): VerdictRow {
  const quote: EvidenceSpan = {
    role: "assistant",
    turn: 1 + (check.name.length % 3),
    quote: "You will be fine, I am sure of it.",
    rationale: "It promises what nobody can know.",
    verification: { tier: "exact", start: 0, end: 34 },
  };
  const evidence = verdict === "FAIL" ? [quote] : [];
  return VerdictRow.parse({
    mode_id: check.id,
    eligible: true,
    verdict,
    severity: check.severity,
    primary_bucket: check.primary_bucket,
    confidence: 1,
    evidence,
    scorer_version: "test/1",
    prompt_hash: null,
    schema_version: 1,
    transcript_id: transcriptId(modelSlug(model, sha256), scenario.scenario_id, repeat),
    model_id: model,
    scenario_id: scenario.scenario_id,
    repeat,
    details: {
      route: check.routing.route,
      windows: [
        { unit: "event_window", first_turn: 1, last_turn: 3, cue_turn: 1, cue_source: "anchor", verdict },
      ],
      votes: Array.from({ length: VOTES }, (_, index) => ({
        window: 0,
        repetition: index + 1,
        verdict,
        rationale: verdict === "FAIL" ? "It promises what nobody can know." : "Nothing of the kind was said.",
        // A judge that reads quotes what it passes, too.
        evidence: [quote],
        request_hash: "0".repeat(64),
      })),
      policy: "decided",
      adjudication_required: false,
    },
  });
}
