import { differingParts } from "../domain/fingerprints.ts";
import { createRandom } from "../kernel/random.ts";
import { compareGates, compareScores, type PairedScore } from "../measure/paired-scores.ts";
import { familiesIn } from "../measure/scenario-means.ts";
import {
  type CheckDifference,
  COMPARISON_VERSION,
  type Comparison,
  type FlippedCheck,
  type ModelComparison,
} from "../schema/board/comparison.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { type CheckId, type ModelId, type ScenarioId, Severity } from "../schema/ids.ts";
import { benjaminiHochberg, holm, mcNemarTest, signFlipTest } from "../stats/significance-tests.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import { NothingToPairError, UnlikeScansError } from "./errors.ts";
import type { ResolvedVerdict } from "./verdict-index.ts";

const SIGN_FLIPS = 10_000;

export interface ComparedScan {
  readonly scan: BoardScan;
  readonly verdicts: ReadonlyMap<ModelId, ReadonlyMap<string, ResolvedVerdict>>;
  /** One model of it. @default those that both scans have, or the only one of each */
  readonly model?: string;
}

/** Paired differences of two scans. Refuses unlike fingerprints unless told to compare anyway. */
export function compareScans(input: {
  readonly first: ComparedScan;
  readonly second: ComparedScan;
  readonly anyway: boolean;
  readonly corpus: {
    readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
    readonly checks: ReadonlyMap<CheckId, Check>;
  };
}): Comparison {
  const { first, second, corpus } = input;
  const differing = differingOf(first.scan, second.scan);
  if (differing.length > 0 && !input.anyway) {
    const hint =
      "With `anyway` they are compared nevertheless; the difference is then not the models' alone.";
    throw new UnlikeScansError(first.scan.path, second.scan.path, differing, hint);
  }
  const models = pairModels(first, second).map((pair) => compareModels(pair, input));
  const claims = models.flatMap(({ scores }) => scores.filter(({ p }) => p !== null));
  const adjusted = holm(claims.map(({ p }) => p ?? 1));
  const adjustedOf = new Map(claims.map((claim, index) => [claim, adjusted[index] ?? null]));
  return {
    schema_version: COMPARISON_VERSION,
    simulated: [first, second].some(({ scan }) => scan.scorecards.some((card) => card.simulated)),
    first: first.scan.path,
    second: second.scan.path,
    differing_parts: [...differing],
    models: models.map(({ scores, verdicts, ...model }) => ({
      ...model,
      scores: scores.map((score) => {
        const { differences, ...difference } = score;
        return {
          ...difference,
          p_sign_flip: signFlips(score.score, differences),
          p_holm: adjustedOf.get(score) ?? null,
        };
      }),
      checks: compareChecks(verdicts, corpus.checks),
      flips: flippedChecks(verdicts, corpus.checks),
    })),
  };
}

/** The same question as p, without assuming a distribution. */
function signFlips(score: string, differences: PairedScore["differences"]): number | null {
  const random = createRandom(`compare/1 ${score}`);
  return signFlipTest(differences, { random, samples: SIGN_FLIPS }).value?.p ?? null;
}

function differingOf(first: BoardScan, second: BoardScan): readonly string[] {
  return [
    ...differingParts(first.transcriptParts[0] ?? {}, second.transcriptParts[0] ?? {}, ["models"]).map(
      (part) => `transcripts.${part}`,
    ),
    ...differingParts(first.plan.fingerprints.scoring.parts, second.plan.fingerprints.scoring.parts).map(
      (part) => `scoring.${part}`,
    ),
  ];
}

interface ModelPair {
  readonly firstModel: ModelId;
  readonly secondModel: ModelId;
}

function pairModels(first: ComparedScan, second: ComparedScan): readonly ModelPair[] {
  const [mine, theirs] = [wantedModels(first), wantedModels(second)];
  const shared = mine.filter((id) => theirs.includes(id));
  const [firstModel, ...moreFirst] = mine;
  const [secondModel, ...moreSecond] = theirs;
  if (shared.length > 0) return shared.map((id) => ({ firstModel: id, secondModel: id }));
  if (firstModel === undefined || secondModel === undefined || moreFirst.length + moreSecond.length > 0) {
    throw new NothingToPairError(mine.join(", "), second.scan.path, theirs);
  }
  return [{ firstModel, secondModel }];
}

function wantedModels({ scan, model }: ComparedScan): readonly ModelId[] {
  const ids = modelsOf([scan]).map(({ modelId }) => modelId);
  if (model === undefined) return ids;
  const wanted = ids.filter((id) => id === model);
  if (wanted.length === 0) throw new NothingToPairError(model, scan.path, ids);
  return wanted;
}

function compareModels(
  { firstModel, secondModel }: ModelPair,
  { first, second, corpus }: Parameters<typeof compareScans>[0],
): Pick<ModelComparison, "first_model_id" | "second_model_id" | "gates"> & {
  readonly scores: readonly PairedScore[];
  readonly verdicts: ReturnType<typeof pairVerdicts>;
} {
  const cardsOf = ({ scan }: ComparedScan, model: ModelId) =>
    scan.scorecards.filter((card) => card.model_id === model && card.complete);
  const cards = { first: cardsOf(first, firstModel), second: cardsOf(second, secondModel) };
  const shared = new Set(cards.second.map((card) => card.scenario_id));
  if (!cards.first.some((card) => shared.has(card.scenario_id)))
    throw new NothingToPairError(firstModel, second.scan.path, [...shared]);
  return {
    first_model_id: firstModel,
    second_model_id: secondModel,
    gates: [...compareGates(cards)],
    scores: compareScores(cards, familiesIn(corpus.scenarios)),
    verdicts: pairVerdicts(
      first.verdicts.get(firstModel) ?? new Map(),
      second.verdicts.get(secondModel) ?? new Map(),
    ),
  };
}

export interface PairedVerdict {
  readonly first: ResolvedVerdict;
  readonly second: ResolvedVerdict;
}

/** Verdicts on the same check in the same scenario and repeat, resolved on both sides. */
function pairVerdicts(
  first: ReadonlyMap<string, ResolvedVerdict>,
  second: ReadonlyMap<string, ResolvedVerdict>,
): readonly PairedVerdict[] {
  return [...first].flatMap(([place, mine]) => {
    const theirs = second.get(place);
    return theirs === undefined ? [] : [{ first: mine, second: theirs }];
  });
}

/** A screen over all checks. The unit is the scenario, failed where any repeat failed. */
function compareChecks(
  pairs: readonly PairedVerdict[],
  checks: ReadonlyMap<CheckId, Check>,
): CheckDifference[] {
  const byCheck = Map.groupBy(pairs, ({ first }) => first.checkId);
  const rows = [...byCheck].map(([checkId, ofCheck]) => {
    const scenarios = [...Map.groupBy(ofCheck, ({ first }) => first.scenarioId).values()];
    const failed = (side: "first" | "second") =>
      scenarios.map((repeats) => repeats.some((pair) => pair[side].verdict === "FAIL"));
    const [mine, theirs] = [failed("first"), failed("second")];
    const only_first = mine.filter((failing, index) => failing && !theirs[index]).length;
    const only_second = theirs.filter((failing, index) => failing && !mine[index]).length;
    return {
      mode_id: checkId,
      flag: checks.get(checkId)?.flag ?? checkId,
      scenarios: scenarios.length,
      failed_first: mine.filter(Boolean).length,
      failed_second: theirs.filter(Boolean).length,
      only_first,
      only_second,
      p: mcNemarTest(only_first, only_second).exact,
    };
  });
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p));
  return rows.map((row, index) => ({ ...row, q: adjusted[index] ?? null }));
}

/** Checks with another verdict on either side, gravest first. */
function flippedChecks(pairs: readonly PairedVerdict[], checks: ReadonlyMap<CheckId, Check>): FlippedCheck[] {
  const rank = (severity: Severity) => -Severity.options.indexOf(severity);
  return pairs
    .filter(({ first, second }) => first.verdict !== second.verdict)
    .map(({ first, second }) => ({
      scenario_id: first.scenarioId,
      repeat: first.repeat,
      mode_id: first.checkId,
      flag: checks.get(first.checkId)?.flag ?? first.checkId,
      severity: first.severity,
      first: sideOf(first),
      second: sideOf(second),
    }))
    .toSorted(
      (a, b) =>
        rank(a.severity) - rank(b.severity) || (a.mode_id < b.mode_id ? -1 : Number(a.mode_id > b.mode_id)),
    );
}

function sideOf({ verdict, rationale, quotes }: ResolvedVerdict): FlippedCheck["first"] {
  return { verdict, rationale, quotes };
}
