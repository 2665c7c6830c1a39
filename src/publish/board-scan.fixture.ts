import { hashOf } from "../kernel/hash.ts";
import { createRandom, type Random } from "../kernel/random.ts";
import { checkWith, scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import {
  CheckId,
  type Dimension,
  ModelId,
  RunId,
  type ScenarioId,
  Sha256,
  TranscriptId,
} from "../schema/ids.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { SCORECARD_VERSION, Scorecard } from "../schema/scan/scorecard.ts";
import type { HashedScan } from "./board-scan.ts";
import type { LeaderboardInput } from "./build-leaderboard.ts";
import type { ModelTally } from "./tally-verdicts.ts";

const CATEGORIES = ["safety", "empathy", "context", "continuity"] as const;
const CHECKS_PER_DIMENSION = 6;

/** Builds scenarios of all categories; the last two of each eight share a family. */
export function syntheticCorpus(scenarioCount: number): LeaderboardInput["corpus"] {
  const scenarios = Array.from({ length: scenarioCount }, (_, index): Scenario => {
    return scenarioWith({
      scenario_id: scenarioIdOf(index),
      category: CATEGORIES[index % 4],
      turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers."] }],
      ...(index % 8 >= 6 ? { contrast_group: scenarioIdOf(index - (index % 2)) } : {}),
    });
  });
  const checks = (["A", "B", "C", "D", "F"] as const).map((dimension) =>
    checkWith(
      { route: "llm_primary", unit_of_analysis: "event_window" },
      {
        id: `IB-${dimension}1`,
        flag: `flag_${dimension.toLowerCase()}`,
        primary_bucket: dimension,
        severity: dimension === "A" || dimension === "B" ? "S5" : "S3",
      },
    ),
  );
  return {
    scenarios: new Map(scenarios.map((scenario) => [scenario.scenario_id, scenario])),
    scenarioHashes: new Map(
      scenarios.map((scenario) => [scenario.scenario_id, hashOf(scenario.scenario_id)]),
    ),
    checks: new Map(checks.map((check): [CheckId, Check] => [check.id, check])),
    scoring: ScoringConfig.parse({
      version: "1.0.0",
      dimension_weights: { C: 1, D: 1, F: 1 },
      severity_weights: {},
      gate_severities: ["S4_GATE", "S5"],
      stable_checks: [],
      publication: {
        min_opportunities_for_rate: 10,
        max_incomplete_share: 0.02,
        max_not_applicable_share: 0.1,
      },
    }),
    models: { models: [] },
  };
}

function scenarioIdOf(index: number): string {
  return `${CATEGORIES[index % 4]}_theme_case_${String(index).padStart(3, "0")}`;
}

export interface SyntheticModel {
  readonly modelId: string;
  /** Failure rate of each question of C, D and F, on average over scenarios. */
  readonly failureRate: number;
  /** Probability that a conversation is a hard fail. */
  readonly hardFailRate: number;
}

export interface SyntheticScanOptions {
  readonly models: readonly SyntheticModel[];
  readonly corpus: LeaderboardInput["corpus"];
  readonly seed: string;
  readonly path?: string;
  readonly repeats?: number;
  readonly simulated?: boolean;
  readonly parts?: Readonly<Record<string, string>>;
  readonly scoringParts?: Readonly<Record<string, string>>;
  /** Last change of a scorecard before it is final. */
  readonly change?: (card: Scorecard) => Scorecard;
}

/** Builds a finished scan with a known truth. The same scenarios are hard for every model. */
export function syntheticScan(options: SyntheticScanOptions): HashedScan {
  const { models, corpus, seed, repeats = 1, simulated = false, path = "results/a" } = options;
  const ids = [...corpus.scenarios.keys()];
  const difficulty = difficulties(corpus, createRandom(`${seed} scenarios`));
  const scorecards = models.flatMap((model) => {
    const random = createRandom(`${seed} ${model.modelId}`);
    return ids.flatMap((scenarioId) =>
      Array.from({ length: repeats }, (_, index) => {
        const rate = model.failureRate * (difficulty.get(scenarioId) ?? 1);
        const card = scorecardOf(model, scenarioId, index + 1, rate, random, simulated);
        return options.change?.(card) ?? card;
      }),
    );
  });
  const parts = { scenarios: "a", system_prompt: "b", models: seed + path, sampling: "c", ...options.parts };
  const scoring = { checks: "d", judge_model: "e", ...options.scoringParts };
  return {
    path,
    release: { label: null, begun_at: "2026-11-14T10:00:00.000Z" },
    runId: RunId.parse("a"),
    scanId: RunId.parse("publish-1"),
    files: { "scorecards.jsonl": Sha256.parse(hashOf(scorecards)) },
    corpus: { version: "1.0.0", hash: Sha256.parse(hashOf("corpus")) },
    harnesses: ["llm/raw"],
    isPrivate: false,
    repeats,
    turns: new Map(ids.map((id) => [id, 1])),
    scenarioHashes: new Map(ids.map((id) => [id, Sha256.parse(corpus.scenarioHashes.get(id))])),
    transcriptParts: [hashes(parts)],
    plan: planOf(corpus, scoring, simulated),
    scorecards,
    tallies: new Map(models.map(({ modelId }) => [ModelId.parse(modelId), tallyOf(ids.length)])),
    targetUsd: new Map(),
    judgeUsd: 3,
  };
}

/** Draws a difficulty per family. The mean is 1, so that the rates hold for the scenarios as they are. */
function difficulties(corpus: LeaderboardInput["corpus"], random: Random): ReadonlyMap<ScenarioId, number> {
  const families = new Map<string, number>();
  const drawn = [...corpus.scenarios.values()].map((scenario) => {
    const family = scenario.contrast_group ?? scenario.scenario_id;
    families.set(family, families.get(family) ?? 0.4 + 1.2 * random.next());
    return [scenario.scenario_id, families.get(family) ?? 1] as const;
  });
  const mean = drawn.reduce((sum, [, value]) => sum + value, 0) / drawn.length;
  return new Map(drawn.map(([id, value]) => [id, value / mean]));
}

function scorecardOf(
  model: SyntheticModel,
  scenarioId: ScenarioId,
  repeat: number,
  failureRate: number,
  random: Random,
  simulated: boolean,
): Scorecard {
  const passRate = () => {
    const passes = Array.from({ length: CHECKS_PER_DIMENSION }, () => Number(random.next() >= failureRate));
    return passes.reduce((sum, pass) => sum + pass, 0) / CHECKS_PER_DIMENSION;
  };
  const [C, D, F] = [passRate(), passRate(), passRate()];
  const hardFail = random.next() < model.hardFailRate;
  const quality = (C + D + F) / 3;
  const dimension_scores: Record<Dimension, number> = { A: hardFail ? 0 : 1, B: 1, C, D, F };
  const eligible = 3 * CHECKS_PER_DIMENSION + 2;
  const overall = hardFail ? 0 : quality;
  const point = (score: number) => ({ low: score, high: score });
  return Scorecard.parse({
    schema_version: SCORECARD_VERSION,
    transcript_id: TranscriptId.parse(`${model.modelId.replace("/", "__")}/${scenarioId}.r${repeat}`),
    model_id: model.modelId,
    scenario_id: scenarioId,
    repeat,
    simulated,
    complete: true,
    transcript_hash: hashOf([model.modelId, scenarioId, repeat]),
    scoring_fingerprint: hashOf("scoring"),
    overall_score: overall,
    quality_score: quality,
    hard_fail: hardFail,
    hard_fail_reasons: hardFail ? [{ mode_id: "IB-A1", flag: "flag_a" }] : [],
    gate_status: { safety: hardFail ? "failed" : "passed", compliance: "passed" },
    dimension_scores,
    score_bounds: point(overall),
    quality_bounds: point(quality),
    dimension_bounds: { A: point(hardFail ? 0 : 1), B: point(1), C: point(C), D: point(D), F: point(F) },
    coverage: { eligible, resolved: eligible, unclear: 0, not_applicable: 0, words_only: 0, rate: 1 },
    scorers: { safety: null, compliance: null, regard: null, coordination: null, memory: null, rubric: null },
    blindspots: [],
  });
}

function planOf(
  corpus: LeaderboardInput["corpus"],
  scoring: Readonly<Record<string, string>>,
  simulated: boolean,
) {
  return ScanPlan.parse({
    schema_version: 1,
    profile: "publish",
    policy: "mixed",
    judge: { model_id: simulated ? "sim/judge" : "maker-z/judge-1", simulated },
    checks: [...corpus.checks.keys()],
    votes: Object.fromEntries(
      [...corpus.checks.keys()].map((id) => [id, { repetitions: 3, policy: "decided" }]),
    ),
    transcripts: [],
    eligible_checks: 0,
    planned_llm_calls: { min: 0, expected: 0, max: 0 },
    by_check: {},
    estimated_tokens: { input: 0, output: 0 },
    estimated_cost_usd: null,
    pricing: { known: false, source: null, as_of: null },
    checks_without_judge: [],
    fingerprints: {
      transcripts: null,
      scoring: { hash: hashOf(scoring), parts: hashes(scoring) },
    },
  });
}

function tallyOf(conversations: number): ModelTally {
  return {
    checks: new Map([
      [CheckId.parse("IB-A1"), { failures: 1, passes: 4, unclear: 0, notApplicable: 0 }],
      [CheckId.parse("IB-C1"), { failures: 3, passes: conversations, unclear: 1, notApplicable: 2 }],
    ]),
    severities: new Map([["S3", { failures: 3, passes: conversations }]]),
    failuresByTurn: [0, 3],
    votes: 100,
    byPeople: 0,
    judgedPasses: new Map(),
    unquotedFailures: [],
    adjudicationsWithoutEvidence: [],
  };
}

function hashes(parts: Readonly<Record<string, string>>): Readonly<Record<string, Sha256>> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Sha256.parse(hashOf(part))]));
}
