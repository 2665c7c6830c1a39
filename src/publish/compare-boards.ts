import { differingParts } from "../domain/fingerprints.ts";
import { CONFIDENCE } from "../measure/estimate.ts";
import { differenceInterval, provenDifference } from "../measure/proven-difference.ts";
import { byFamily } from "../measure/scenario-means.ts";
import type { BoardChanges, BoardModel, Leaderboard, ModelChange } from "../schema/board/leaderboard.ts";
import { holm } from "../stats/significance-tests.ts";
import { SCORECARDS_NAME } from "../store/layout.ts";

const SIGNIFICANT = 0.05;

type Unadjusted = Omit<ModelChange, "p_holm" | "verdict"> & { readonly isSameScan: boolean };

/** Who moved between two boards, and whether it is more than noise. */
export function compareBoards(before: Leaderboard, after: Leaderboard): BoardChanges {
  const differing = [
    ...differingParts(before.fingerprints.transcripts, after.fingerprints.transcripts).map(
      (part) => `transcripts.${part}`,
    ),
    ...differingParts(before.fingerprints.scoring.parts, after.fingerprints.scoring.parts).map(
      (part) => `scoring.${part}`,
    ),
  ];
  const pairs = before.models.flatMap((old) => {
    const own = after.models.find((model) => model.model_id === old.model_id);
    return own === undefined ? [] : [compareModel(before, old, after, own, differing.length === 0)];
  });
  const tested = pairs.filter(({ p }) => p !== null);
  const adjusted = holm(tested.map(({ p }) => p ?? 1));
  const example = after.example ?? before.example;
  const idsOf = ({ models }: Leaderboard) => models.map(({ model_id }) => model_id);
  return {
    before: before.content_hash,
    after: after.content_hash,
    ...(example === undefined ? {} : { example }),
    differing_parts: differing,
    added: idsOf(after).filter((id) => !idsOf(before).includes(id)),
    removed: idsOf(before).filter((id) => !idsOf(after).includes(id)),
    models: pairs.map(({ isSameScan, ...change }) => {
      const index = tested.findIndex(({ model_id }) => model_id === change.model_id);
      const p_holm = index === -1 ? null : (adjusted[index] ?? null);
      return { ...change, p_holm, verdict: judge(isSameScan, differing.length === 0, p_holm) };
    }),
  };
}

function judge(isSameScan: boolean, isComparable: boolean, p: number | null): ModelChange["verdict"] {
  if (isSameScan) return "same_scan";
  if (!isComparable) return "not_comparable";
  return p !== null && p <= SIGNIFICANT ? "moved" : "within_noise";
}

function compareModel(
  before: Leaderboard,
  old: BoardModel,
  after: Leaderboard,
  own: BoardModel,
  isComparable: boolean,
): Unadjusted {
  const isSameScan =
    before.scans[old.scan]?.files[SCORECARDS_NAME] === after.scans[own.scan]?.files[SCORECARDS_NAME];
  const places = { model_id: own.model_id, before: placeOf(old), after: placeOf(own), isSameScan };
  if (isSameScan || !isComparable) return { ...places, difference: null, interval: null, p: null };
  const oldScores = new Map(
    before.scenarios.map(({ scenario_id }, index) => [scenario_id, old.scenario_scores[index] ?? null]),
  );
  const differences = after.scenarios.flatMap(({ scenario_id }, index) => {
    const [then, now] = [oldScores.get(scenario_id) ?? null, own.scenario_scores[index] ?? null];
    if (then === null || now === null) return [];
    return [[scenario_id, { low: now.low - then.high, high: now.high - then.low }] as const];
  });
  const families = new Map(after.scenarios.map(({ scenario_id, family }) => [scenario_id, family]));
  const proven = provenDifference(byFamily(new Map(differences), (id) => families.get(id) ?? id).values());
  return {
    ...places,
    difference: proven?.mean ?? null,
    interval: proven && differenceInterval(proven, CONFIDENCE),
    p: proven?.p ?? null,
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
