import { checkName } from "../domain/dimensions.ts";
import { differingParts, PEOPLE_PART } from "../domain/fingerprints.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { worstOf } from "../domain/votes.ts";
import { hashOf } from "../kernel/hash.ts";
import { compareText } from "../kernel/order.ts";
import {
  answerScores,
  compareGates,
  compareScores,
  mcNemarWithOpen,
  type PairedScore,
} from "../measure/paired-scores.ts";
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
import type { Verdict } from "../schema/scan/verdict.ts";
import { benjaminiHochberg } from "../stats/significance-tests.ts";
import { type BoardScan, modelsOf } from "./board-scan.ts";
import { publishErrors, UnlikeScansError } from "./errors.ts";
import type { IndexedVerdict } from "./verdict-index.ts";

export interface ComparedScan {
  readonly scan: BoardScan;
  readonly verdicts: ReadonlyMap<ModelId, ReadonlyMap<string, IndexedVerdict>>;
  /** One model of the scan. @default the models of both scans, or the only one of each */
  readonly model?: string;
}

/**
 * Compares two scans by paired differences. The scorecards cover the checks that both scans asked. Throws for unlike
 * fingerprints unless `anyway` is set.
 */
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
  const people = labelsBetween(first.scan, second.scan);
  const mayDiffer = differing.every((part) => part === PEOPLE_PART);
  const withoutPeople = isWithoutPeople(first.scan, second.scan);
  if (differing.length > 0 && !mayDiffer && !input.anyway) {
    const hint =
      "With `anyway` they are compared nevertheless; the difference is then not the models' alone.";
    throw new UnlikeScansError(first.scan.path, second.scan.path, differing, hint);
  }
  const { shared, leftOut } = sharedChecks(first.scan.plan, second.scan.plan);
  if (shared.length === 0) throw publishErrors.IB_NO_SHARED_CHECK(first.scan.path, second.scan.path);
  const models = pairModels(first, second).map((pair) => compareModels(pair, input, withoutPeople));
  const answers = answerScores(models.flatMap(({ scores }) => scores));
  return {
    schema_version: COMPARISON_VERSION,
    simulated: [first, second].some(({ scan }) => scan.scorecards.some((card) => card.simulated)),
    first: first.scan.path,
    second: second.scan.path,
    releases: { first: first.scan.release, second: second.scan.release },
    differing_parts: mayDiffer ? [] : [...differing],
    checks_compared: shared.length,
    left_out: leftOut,
    people,
    ...(withoutPeople
      ? { without_people: { first: decidedCount(first.scan), second: decidedCount(second.scan) } }
      : {}),
    models: models.map(({ scores, verdicts, ...model }) => ({
      ...model,
      scores: scores.map((score) => {
        return { ...score, ...(answers.get(score) ?? NO_ANSWER) };
      }),
      checks: compareChecks(verdicts, corpus.checks),
      flips: flippedChecks(verdicts, corpus.checks),
    })),
  };
}

/**
 * Whether two scans of different conversations differ only in people's decisions. Their scorecards must then leave
 * these decisions undecided, and no comparison uses the verdicts that people decided.
 */
export function isWithoutPeople(first: BoardScan, second: BoardScan): boolean {
  const differing = differingOf(first, second);
  return (
    differing.length > 0 &&
    differing.every((part) => part === PEOPLE_PART) &&
    labelsBetween(first, second) === null
  );
}

function decidedCount({ plan }: BoardScan): number {
  return (plan.people?.decided ?? []).reduce((sum, { verdicts }) => sum + verdicts, 0);
}

/** Detects whether one scan comes from the other by people's labels on the same conversations. */
function labelsBetween(first: BoardScan, second: BoardScan): Comparison["people"] {
  const comesFrom = (scan: BoardScan, source: BoardScan) =>
    scan.plan.people?.scan_id === source.scanId &&
    scan.plan.people.scoring === source.plan.fingerprints.scoring.hash &&
    hashOf(scan.plan.transcripts) === hashOf(source.plan.transcripts);
  const decidedIn = ({ plan }: BoardScan) => plan.people?.decided ?? [];
  if (comesFrom(second, first)) return { scan: "second", decided: decidedIn(second) };
  return comesFrom(first, second) ? { scan: "first", decided: decidedIn(first) } : null;
}

const NO_ANSWER = { p_holm: null, answer: "cannot_tell" } as const;

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
    throw publishErrors.IB_NOTHING_TO_PAIR(mine.join(", "), second.scan.path, theirs);
  }
  return [{ firstModel, secondModel }];
}

function wantedModels({ scan, model }: ComparedScan): readonly ModelId[] {
  const ids = modelsOf([scan]).map(({ modelId }) => modelId);
  if (model === undefined) return ids;
  const wanted = ids.filter((id) => id === model);
  if (wanted.length === 0) throw publishErrors.IB_NOTHING_TO_PAIR(model, scan.path, ids);
  return wanted;
}

function compareModels(
  { firstModel, secondModel }: ModelPair,
  { first, second, corpus }: Parameters<typeof compareScans>[0],
  withoutPeople: boolean,
): Pick<ModelComparison, "first_model_id" | "second_model_id" | "gates"> & {
  readonly scores: readonly PairedScore[];
  readonly verdicts: ReturnType<typeof pairVerdicts>;
} {
  const cardsOf = ({ scan }: ComparedScan, model: ModelId) =>
    scan.scorecards.filter((card) => card.model_id === model);
  const cards = { first: cardsOf(first, firstModel), second: cardsOf(second, secondModel) };
  const shared = new Set(cards.second.map((card) => card.scenario_id));
  if (!cards.first.some((card) => shared.has(card.scenario_id)))
    throw publishErrors.IB_NOTHING_TO_PAIR(firstModel, second.scan.path, null);
  return {
    first_model_id: firstModel,
    second_model_id: secondModel,
    gates: [...compareGates(cards)],
    scores: compareScores(cards, familiesIn(corpus.scenarios)),
    verdicts: pairVerdicts(
      first.verdicts.get(firstModel) ?? new Map(),
      second.verdicts.get(secondModel) ?? new Map(),
    ).filter((pair) => !withoutPeople || !(pair.first.byPeople || pair.second.byPeople)),
  };
}

export interface PairedVerdict {
  readonly first: IndexedVerdict;
  readonly second: IndexedVerdict;
}

/** Pairs verdicts on the same check in the same scenario and repeat, asked on both sides. */
function pairVerdicts(
  first: ReadonlyMap<string, IndexedVerdict>,
  second: ReadonlyMap<string, IndexedVerdict>,
): readonly PairedVerdict[] {
  return [...first].flatMap(([place, mine]) => {
    const theirs = second.get(place);
    return theirs === undefined ? [] : [{ first: mine, second: theirs }];
  });
}

/** Screens all checks. The unit is the scenario: failed if any repeat failed, else undecided if any is. */
function compareChecks(
  pairs: readonly PairedVerdict[],
  checks: ReadonlyMap<CheckId, Check>,
): CheckDifference[] {
  const byCheck = Map.groupBy(pairs, ({ first }) => first.checkId);
  const rows = [...byCheck].map(([checkId, ofCheck]) => {
    const scenarios = [...Map.groupBy(ofCheck, ({ first }) => first.scenarioId).values()];
    const outcomes = (side: "first" | "second") =>
      scenarios.map((repeats) => worstOf(repeats.map((pair) => pair[side]))?.verdict);
    const [mine, theirs] = [outcomes("first"), outcomes("second")];
    const count = (first: Verdict, second: Verdict) =>
      mine.filter((verdict, index) => verdict === first && theirs[index] === second).length;
    const [only_first, only_second] = [count("FAIL", "PASS"), count("PASS", "FAIL")];
    const open = mine.filter((verdict, index) => [verdict, theirs[index]].includes("UNCLEAR")).length;
    return {
      mode_id: checkId,
      ...namesOf(checkId, checks),
      scenarios: scenarios.length,
      open,
      failed_first: mine.filter((verdict) => verdict === "FAIL").length,
      failed_second: theirs.filter((verdict) => verdict === "FAIL").length,
      only_first,
      only_second,
      p: mcNemarWithOpen(only_first, only_second, open),
    };
  });
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p));
  return rows.map((row, index) => ({ ...row, q: adjusted[index] ?? null }));
}

/** Lists checks with different verdicts on the two sides, most severe first. */
function flippedChecks(pairs: readonly PairedVerdict[], checks: ReadonlyMap<CheckId, Check>): FlippedCheck[] {
  const rank = (severity: Severity) => -Severity.options.indexOf(severity);
  return pairs
    .filter(
      ({ first, second }) =>
        first.verdict !== second.verdict && first.verdict !== "UNCLEAR" && second.verdict !== "UNCLEAR",
    )
    .map(({ first, second }) => ({
      scenario_id: first.scenarioId,
      repeat: first.repeat,
      mode_id: first.checkId,
      ...namesOf(first.checkId, checks),
      severity: first.severity,
      first: sideOf(first),
      second: sideOf(second),
    }))
    .toSorted((a, b) => rank(a.severity) - rank(b.severity) || compareText(a.mode_id, b.mode_id));
}

function namesOf(checkId: CheckId, checks: ReadonlyMap<CheckId, Check>) {
  const flag = checks.get(checkId)?.flag ?? checkId;
  return { flag, name: checkName({ mode_id: checkId, flag }, checks) };
}

function sideOf({ verdict, rationale, quotes }: IndexedVerdict): FlippedCheck["first"] {
  return { verdict, rationale, quotes };
}
