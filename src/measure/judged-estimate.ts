/** A score with an interval that includes the spread between judges, and the sources of its spread. */
import { by } from "../kernel/order.ts";
import type { ScenarioId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { tailProbability, tQuantile } from "../stats/distributions.ts";
import { rangedMean } from "../stats/ranged-means.ts";
import type { Statistic } from "../stats/statistic.ts";
import { sampleMean } from "../stats/sums.ts";
import { type VarianceComponents, varianceEstimator } from "../stats/variance-components.ts";
import { CONFIDENCE, estimateDecided } from "./estimate.ts";
import { byFamily, type FamilyOf } from "./scenario-means.ts";

/** Score of one conversation by one judge. */
export interface JudgedScore {
  readonly judge: string;
  readonly scenarioId: ScenarioId;
  /** Key of a conversation, the same for all judges. */
  readonly conversation: string;
  readonly value: number;
}

/** Sources of the differences between scores, the broadest first. Votes are part of `judge_and_conversation`. */
export type ScoreSource = "family" | "scenario" | "repeat" | "judge" | "judge_and_conversation";

export interface JudgedEstimate {
  readonly mean: number | null;
  /** Over scenario families alone, like all other intervals: as if all judges agreed. */
  readonly familyInterval: Interval | null;
  /** Includes the spread between judges; `null` if only one judge was asked, or nothing shows the spread. */
  readonly interval: Interval | null;
  /** The squared standard error of the mean, from families and from judges. */
  readonly parts: { readonly families: number; readonly judges: number | null } | null;
  readonly families: number;
  readonly scenarios: number;
  readonly conversations: number;
  readonly judges: number;
  /** Conversations that some of the judges did not score: judges are compared on the others. */
  readonly notScoredByAll: number;
}

/**
 * Like `JudgedScore`, with the minimum and maximum of the value: all undecided checks counted against the
 * assistant, and for it.
 */
export type JudgedRange = Omit<JudgedScore, "value"> & { readonly range: Interval };

/** One judge's scores, or score ranges, of a model's complete conversations. */
export function judgedCards<Value>(
  judge: string,
  cards: readonly Scorecard[],
  scoreOf: (card: Scorecard) => Value | null,
): readonly (Omit<JudgedScore, "value"> & { readonly value: Value })[] {
  return cards
    .filter((card) => card.complete)
    .flatMap((card) => {
      const value = scoreOf(card);
      if (value === null) return [];
      return [{ judge, scenarioId: card.scenario_id, conversation: card.transcript_id, value }];
    });
}

/**
 * The mean over scenarios of the mean over repeats of the mean over judges, for decided checks. Families
 * vary, with everything nested in them; judges vary, equally in all families. docs/decisions/0021 states the
 * coverage.
 */
export function estimateAcrossJudges(scores: readonly JudgedScore[], familyOf: FamilyOf): JudgedEstimate {
  const spread = spreadAcrossJudges(
    scores.map(({ value, ...rest }) => ({ ...rest, range: { low: value, high: value } })),
    familyOf,
  );
  const values = new Map([...spread.scenarios].map(([id, { low }]) => [id, low]));
  const { mean, interval: familyInterval } = estimateDecided(values, familyOf);
  return {
    mean,
    familyInterval,
    // If families show no spread, an interval would claim certainty.
    interval: familyInterval === null ? null : spread.interval,
    parts: spread.parts,
    families: spread.families,
    scenarios: values.size,
    conversations: spread.conversations,
    judges: spread.judges,
    notScoredByAll: spread.notScoredByAll,
  };
}

export interface JudgedRangeEstimate extends Interval {
  /** Includes the spread between judges, for any scores within their ranges; `null` as in `JudgedEstimate`. */
  readonly interval: Interval | null;
}

/** From the mean with all undecided checks counted against the assistant to the one with all counted for it. */
export function rangeAcrossJudges(
  ranges: readonly JudgedRange[],
  familyOf: FamilyOf,
): JudgedRangeEstimate | null {
  const { mean, interval } = spreadAcrossJudges(ranges, familyOf);
  return mean && { ...mean, interval };
}

/** A wider range never narrows the interval: every error is the largest possible. */
function spreadAcrossJudges(scores: readonly JudgedRange[], familyOf: FamilyOf) {
  const judges = Map.groupBy(scores, ({ judge }) => judge);
  const conversations = Map.groupBy(scores, ({ conversation }) => conversation);
  const byAll = new Set(
    [...conversations].filter(([, judged]) => judged.length === judges.size).map(([name]) => name),
  );
  const scenarios = meanByScenario(scores);
  const families = [...byFamily(scenarios, familyOf).values()];
  const means = [...judges.values()].flatMap((judged) => {
    const common = [...meanByScenario(judged.filter(({ conversation }) => byAll.has(conversation))).values()];
    return common.length === 0 ? [] : [meanRange(common)];
  });
  const ofFamilies = rangedMean(families).value;
  const ofJudges = rangedMean(means.map((mean) => [mean])).value;
  const parts = ofFamilies && {
    families: ofFamilies.largestError ** 2,
    judges: ofJudges && ofJudges.largestError ** 2,
  };
  const mean = scenarios.size === 0 ? null : meanRange([...scenarios.values()]);
  const groups = { families: families.length, judges: means.length };
  return {
    mean,
    scenarios,
    parts,
    interval:
      mean && parts?.judges != null
        ? around(mean, halfWidth({ ...parts, judges: parts.judges }, groups))
        : null,
    families: families.length,
    conversations: conversations.size,
    judges: judges.size,
    notScoredByAll: conversations.size - byAll.size,
  };
}

function around({ low, high }: Interval, half: number): Interval {
  return { low: Math.max(0, low - half), high: Math.min(1, high + half) };
}

/**
 * Half the width of the interval of a mean to which families and judges contribute a variance each. Each has
 * the t of its own degrees of freedom, and the two are added in squares. With few judges that is wide,
 * because little is known of judges; and it is never narrower than with families alone. (Satterthwaite's
 * single number of degrees of freedom covers 88% instead of 95% with two judges.)
 */
export function halfWidth(
  variances: { readonly families: number; readonly judges: number },
  groups: { readonly families: number; readonly judges: number },
): number {
  const squared = (variance: number, of: number) =>
    variance === 0 ? 0 : variance * tQuantile(1 - tailProbability(CONFIDENCE), of - 1) ** 2;
  return Math.sqrt(squared(variances.families, groups.families) + squared(variances.judges, groups.judges));
}

function meanByScenario(scores: readonly JudgedRange[]): ReadonlyMap<ScenarioId, Interval> {
  const means = [...Map.groupBy(scores, ({ scenarioId }) => scenarioId)].map(([scenarioId, judged]) => {
    const repeats = [...Map.groupBy(judged, ({ conversation }) => conversation).values()];
    return [scenarioId, meanRange(repeats.map((each) => meanRange(each.map(({ range }) => range))))] as const;
  });
  return new Map(means.toSorted(by(([key]) => key)));
}

function meanRange(ranges: readonly Interval[]): Interval {
  return { low: sampleMean(ranges.map(({ low }) => low)), high: sampleMean(ranges.map(({ high }) => high)) };
}

/** Variances of single scores, by source. */
export function scoreComponents(
  scores: readonly JudgedScore[],
  familyOf: FamilyOf,
): Statistic<VarianceComponents<ScoreSource>> {
  const facet = (name: ScoreSource, level: (score: JudgedScore) => string) => ({
    name,
    levels: scores.map(level),
  });
  const facets = [
    facet("family", ({ scenarioId }) => familyOf(scenarioId)),
    facet("scenario", ({ scenarioId }) => scenarioId),
    facet("repeat", ({ conversation }) => conversation),
    facet("judge", ({ judge }) => judge),
  ];
  return varianceEstimator(facets, "judge_and_conversation")(scores.map(({ value }) => value));
}
