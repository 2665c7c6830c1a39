import { differingParts, PEOPLE_PART } from "../domain/fingerprints.ts";
import { CONFIDENCE } from "../measure/estimate.ts";
import { differenceInterval, provenDifference } from "../measure/proven-difference.ts";
import { byFamily } from "../measure/scenario-means.ts";
import type { BoardChanges, BoardModel, Leaderboard, ModelChange } from "../schema/board/leaderboard.ts";
import { holm } from "../stats/significance-tests.ts";
import { SCORECARDS_NAME } from "../store/layout.ts";

const SIGNIFICANT = 0.05;

type Unadjusted = Omit<ModelChange, "p_holm" | "verdict"> & { readonly isSameScan: boolean };

/** Lists models that moved between two boards, and whether the change is more than noise. */
export function compareBoards(before: Leaderboard, after: Leaderboard): BoardChanges {
  const differing = [
    ...differingParts(before.fingerprints.transcripts, after.fingerprints.transcripts).map(
      (part) => `transcripts.${part}`,
    ),
    ...differingParts(before.fingerprints.scoring.parts, after.fingerprints.scoring.parts).map(
      (part) => `scoring.${part}`,
    ),
  ];
  // People's decisions count as undecided on both sides; the rest comes from the same judge.
  const others = differing.filter((part) => part !== PEOPLE_PART);
  const withoutPeople = others.length < differing.length;
  const isComparable =
    others.length === 0 && (!withoutPeople || [before, after].every(knowsWhatPeopleDecided));
  const pairs = before.models.flatMap((old) => {
    const own = after.models.find((model) => model.model_id === old.model_id);
    if (own === undefined) return [];
    return [
      compareModel(
        { board: before, model: old },
        { board: after, model: own },
        { isComparable, withoutPeople },
      ),
    ];
  });
  const tested = pairs.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const example = after.example ?? before.example;
  const idsOf = ({ models }: Leaderboard) => models.map(({ model_id }) => model_id);
  return {
    before: before.content_hash,
    after: after.content_hash,
    ...(example === undefined ? {} : { example }),
    differing_parts: isComparable ? [] : differing,
    added: idsOf(after).filter((id) => !idsOf(before).includes(id)),
    removed: idsOf(before).filter((id) => !idsOf(after).includes(id)),
    models: pairs.map(({ isSameScan, ...change }) => {
      const index = tested.findIndex(({ model_id }) => model_id === change.model_id);
      const p_holm = index === -1 ? null : (adjusted[index] ?? null);
      return { ...change, p_holm, verdict: judge(isSameScan, isComparable, p_holm) };
    }),
  };
}

function judge(isSameScan: boolean, isComparable: boolean, p: number | null): ModelChange["verdict"] {
  if (isSameScan) return "same_scan";
  if (!isComparable) return "not_comparable";
  return p !== null && p <= SIGNIFICANT ? "moved" : "within_noise";
}

/** Whether a board has scores without people's decisions; older boards do not. */
function knowsWhatPeopleDecided({ people, models }: Leaderboard): boolean {
  return people === undefined || models.every(({ untouched }) => untouched !== undefined);
}

interface OnBoard {
  readonly board: Leaderboard;
  readonly model: BoardModel;
}

function compareModel(
  { board: before, model: old }: OnBoard,
  { board: after, model: own }: OnBoard,
  { isComparable, withoutPeople }: { readonly isComparable: boolean; readonly withoutPeople: boolean },
): Unadjusted {
  const isSameScan =
    before.scans[old.scan]?.files[SCORECARDS_NAME] === after.scans[own.scan]?.files[SCORECARDS_NAME];
  const places = { model_id: own.model_id, before: placeOf(old), after: placeOf(own), isSameScan };
  if (isSameScan || !isComparable) return { ...places, difference: null, interval: null, p: null };
  const scoresOf = ({ untouched, scenario_scores: scores }: BoardModel) =>
    (withoutPeople ? untouched?.scenario_scores : undefined) ?? scores;
  const [then, now] = [scoresOf(old), scoresOf(own)];
  const oldScores = new Map(
    before.scenarios.map(({ scenario_id }, index) => [scenario_id, then[index] ?? null]),
  );
  const differences = after.scenarios.flatMap(({ scenario_id }, index) => {
    const [earlier, later] = [oldScores.get(scenario_id) ?? null, now[index] ?? null];
    if (earlier === null || later === null) return [];
    return [[scenario_id, { low: later.low - earlier.high, high: later.high - earlier.low }] as const];
  });
  const families = new Map(after.scenarios.map(({ scenario_id, family }) => [scenario_id, family]));
  const proven = provenDifference(byFamily(new Map(differences), (id) => families.get(id) ?? id).values());
  return {
    ...places,
    difference: proven?.mean ?? null,
    interval: proven && differenceInterval(proven, CONFIDENCE),
    p: proven?.p ?? null,
    ...(withoutPeople
      ? { left_out: { before: old.untouched?.left_out ?? 0, after: own.untouched?.left_out ?? 0 } }
      : {}),
  };
}

function placeOf({ tier, ranks, overall }: BoardModel): ModelChange["before"] {
  return {
    tier,
    best: ranks.best,
    worst: ranks.worst,
    overall: overall.range && { low: overall.range.low, high: overall.range.high },
  };
}
