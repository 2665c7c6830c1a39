import { missingForClaim } from "../domain/claims.ts";
import { formatName } from "../domain/dimensions.ts";
import { peopleInBrief } from "../domain/evidence-words.ts";
import { compareSafety, isUnranked } from "../domain/gates.ts";
import { isFilesName, modelFamily } from "../domain/models.ts";
import { hashOf } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import { BOOTSTRAP, CONFIDENCE } from "../measure/estimate.ts";
import { POWER, rankModels } from "../measure/ranking.ts";
import { type FamilyOf, familiesIn } from "../measure/scenario-means.ts";
import {
  type BoardCheck,
  type BoardModel,
  LEADERBOARD_VERSION,
  Leaderboard,
} from "../schema/board/leaderboard.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ModelCatalog } from "../schema/corpus/model-catalog.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import { type CheckId, type ModelId, type ScenarioId, Sha256 } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { type BoardScan, type HashedScan, modelsOf } from "./board-scan.ts";
import { BoardRefusedError } from "./errors.ts";
import { modelRow, type UnrankedRow } from "./model-row.ts";
import { refuseScans } from "./refuse-scans.ts";

/** Placeholder in the content before it is hashed. */
const NO_HASH = "0".repeat(64);

export interface LeaderboardInput {
  /** At least one. */
  readonly scans: readonly HashedScan[];
  readonly corpus: {
    readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
    readonly scenarioHashes: ReadonlyMap<ScenarioId, string>;
    readonly checks: ReadonlyMap<CheckId, Check>;
    readonly scoring: ScoringConfig;
    readonly models: ModelCatalog;
  };
  readonly calibration: CalibrationStatus | null;
  /** For tests: marks the board, and `leaderboard check` refuses it. */
  readonly allowSimulated: boolean;
  /** Describes what the board is an example of. It marks the board and lifts some refusals of a board of results. */
  readonly example?: string | undefined;
}

/** Last words of every example's note. */
const NO_RESULT = "Not claim-ready, not canonical.";

/** Pure: the same scans give the same bytes. Throws a BoardRefusedError with every reason. */
export function buildLeaderboard(input: LeaderboardInput): Leaderboard {
  const { corpus } = input;
  const scans = input.scans.toSorted(by(({ path }) => path));
  const refusals = refuseScans(scans, corpus, input);
  const [first] = scans;
  if (refusals.length > 0 || first === undefined) throw new BoardRefusedError(refusals);

  const checks = boardChecks(input, first.plan.checks);
  const familyOf = familiesIn(corpus.scenarios);
  const scenarios = boardScenarios(scans, corpus.scenarios, familyOf);
  const context = {
    scenarios: scenarios.map(({ scenario_id }) => scenario_id),
    familyOf,
    categories: new Map(scenarios.map(({ scenario_id, category }) => [scenario_id, category])),
    checks: checks.map(({ mode_id }) => mode_id),
    minOpportunities: corpus.scoring.publication.min_opportunities_for_rate,
  };
  const judge = first.plan.judge?.model_id ?? null;
  const rows = modelsOf(scans).map(({ modelId, scan }) => ({
    row: modelRow(modelId, scan, context),
    cards: scan.scorecards.filter((card) => card.model_id === modelId),
    scan: scans.indexOf(scan),
    ...makerOf(modelId, judge, corpus.models),
  }));
  const placed = placeModels(rows, familyOf);

  const { models: _, ...transcriptParts } = first.transcriptParts[0] ?? {};
  const isSimulated =
    first.plan.judge?.simulated === true ||
    scans.some((scan) => scan.scorecards.some((card) => card.simulated));
  const content = roundNumbers({
    schema_version: LEADERBOARD_VERSION,
    ...(isSimulated ? { simulated: true as const } : {}),
    ...(input.example === undefined ? {} : { example: exampleNote(input.example) }),
    corpus: first.corpus,
    profile: first.plan.profile,
    policy: first.plan.policy,
    judge,
    ...(first.plan.router === undefined ? {} : { router: first.plan.router }),
    ...(first.plan.people === undefined ? {} : { people: peopleInBrief(first.plan.people) }),
    repeats: first.repeats,
    fingerprints: { transcripts: transcriptParts, scoring: first.plan.fingerprints.scoring },
    bootstrap: BOOTSTRAP,
    min_opportunities_for_rate: context.minOpportunities,
    scans: scans.map(({ path, runId, scanId, release: { label }, files }) => ({
      path,
      run_id: runId,
      scan_id: scanId,
      ...(label === null ? {} : { label }),
      files,
    })),
    claims: {
      ready: checks.filter((check) => check.claim_ready).length,
      of: checks.length,
      calibration: wasMeasured(input.calibration) ? ("measured" as const) : ("missing" as const),
    },
    checks,
    ...(first.plan.needs_product === undefined ? {} : { needs_product: first.plan.needs_product }),
    scenarios,
    ...placed,
  });
  // Parsing sorts the keys, so that their original order does not matter.
  const board = Leaderboard.parse({ ...content, content_hash: NO_HASH });
  return { ...board, content_hash: contentHash(board) };
}

/** Returns the note of an example. A finished note stays the same, so that a board can be rebuilt from its own content. */
function exampleNote(words: string): string {
  return words.endsWith(NO_RESULT) ? words : `${words.trim()} ${NO_RESULT}`.trimStart();
}

/** Sorted by id. */
function boardScenarios(
  scans: readonly BoardScan[],
  corpus: ReadonlyMap<ScenarioId, Scenario>,
  familyOf: FamilyOf,
): Leaderboard["scenarios"] {
  const ids = new Set(scans.flatMap((scan) => scan.scorecards.map((card) => card.scenario_id)));
  return [...ids].toSorted().flatMap((scenario_id) => {
    const scenario = corpus.get(scenario_id);
    return scenario === undefined
      ? []
      : [{ scenario_id, family: familyOf(scenario_id), category: scenario.category }];
  });
}

function wasMeasured(calibration: CalibrationStatus | null): boolean {
  return Object.values(calibration?.checks ?? {}).some((check) => check !== undefined && check.items > 0);
}

function boardChecks(input: LeaderboardInput, planned: readonly CheckId[]): BoardCheck[] {
  return [...input.corpus.checks.values()]
    .filter(({ id }) => planned.includes(id))
    .map((check) => {
      const { id, flag, name, severity, primary_bucket } = check;
      const missing = missingForClaim(input.calibration?.checks[id]);
      return {
        mode_id: id,
        flag,
        name: formatName(name),
        severity,
        primary_bucket,
        ...(isUnranked(check, input.corpus.scoring) ? { unranked: true as const } : {}),
        claim_ready: missing.length === 0,
        missing: [...missing],
      };
    });
}

function makerOf(modelId: ModelId, judge: string | null, catalog: ModelCatalog) {
  const family = modelFamily(modelId, catalog);
  // The model behind answer files is unknown: it may be of the same family.
  const isOwn = judge !== null && (isFilesName(judge) || modelFamily(judge, catalog) === family);
  return { family, judge_of_own_family: isOwn };
}

interface UnrankedModel extends Pick<BoardModel, "scan" | "family" | "judge_of_own_family"> {
  readonly row: UnrankedRow;
  readonly cards: readonly Scorecard[];
}

/** Sorts models by tier, and within a tier by their share of crossed lines. The order within a tier proves nothing. */
function placeModels(
  rows: readonly UnrankedModel[],
  familyOf: FamilyOf,
): Pick<Leaderboard, "models" | "comparisons"> {
  const ranking = rankModels(
    rows.map(({ row, cards }) => ({ modelId: row.model_id, cards })),
    familyOf,
  );
  const worst = rows.length;
  const last = { tier: worst, ranks: { best: worst, worst }, quality_tier: 1 };
  const models = rows
    .map(({ row, scan, family, judge_of_own_family }) => ({
      ...row,
      scan,
      family,
      judge_of_own_family,
      ...(ranking.of.get(row.model_id) ?? last),
    }))
    .toSorted(compareSafety);
  return {
    comparisons: {
      confidence: CONFIDENCE,
      power: POWER,
      level: ranking.level,
      minimum_detectable_difference: ranking.detectable,
    },
    models,
  };
}

/** Computes the expected `content_hash` of any board. */
export function contentHash({ content_hash: _, ...content }: Leaderboard): Sha256 {
  return Sha256.parse(hashOf(content));
}

const DECIMALS = 6;

/** Copies a value with rounded fractions: shorter to read, and equal on every platform. */
function roundNumbers<Value>(value: Value): Value {
  return round(value) as Value; // `round` changes only numbers, and they stay numbers.
}

function round(value: unknown): unknown {
  if (typeof value === "number") return Number(value.toFixed(DECIMALS));
  if (Array.isArray(value)) return value.map(round);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, round(member)]));
}
