/** A score with an interval that also has the judge in it, and where its spread comes from. */
import type { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Interval } from "../schema/scan/summary.ts";
import { tailProbability, tQuantile } from "../stats/distributions.ts";
import { clusteredStandardError } from "../stats/paired-difference.ts";
import type { Statistic } from "../stats/statistic.ts";
import { sampleMean, sampleVariance } from "../stats/sums.ts";
import { type VarianceComponents, varianceEstimator } from "../stats/variance-components.ts";
import { CONFIDENCE, estimateDecided } from "./estimate.ts";
import { byFamily, type FamilyOf, type ScenarioValues } from "./scenario-means.ts";

/** What one judge gave one conversation. */
export interface JudgedScore {
  readonly judge: string;
  readonly scenarioId: ScenarioId;
  /** A conversation, whoever judged it. */
  readonly conversation: string;
  readonly value: number;
}

/** What two scores may differ by, widest first. A vote is in what judge and conversation do together. */
export type ScoreSource = "family" | "scenario" | "repeat" | "judge" | "judge_and_conversation";

export interface JudgedEstimate {
  readonly mean: number | null;
  /** Over scenario families alone, as everywhere else: as if every judge would say the same. */
  readonly familyInterval: Interval | null;
  /** With the judge in it; `null` where one judge alone was asked, or nothing shows the spread. */
  readonly interval: Interval | null;
  /** The square of the mean's standard error: from families, and from judges. */
  readonly parts: { readonly families: number; readonly judges: number | null } | null;
  readonly families: number;
  readonly scenarios: number;
  readonly conversations: number;
  readonly judges: number;
  /** Conversations that some of the judges gave no score: judges are compared on the others. */
  readonly notScoredByAll: number;
}

/** The scores of a model's complete conversations by one judge, of what was decided. */
export function judgedScores(
  judge: string,
  cards: readonly Scorecard[],
  scoreOf: (card: Scorecard) => number | null,
): readonly JudgedScore[] {
  return cards
    .filter((card) => card.complete)
    .flatMap((card) => {
      const value = scoreOf(card);
      if (value === null) return [];
      return [{ judge, scenarioId: card.scenario_id, conversation: card.transcript_id, value }];
    });
}

/**
 * The mean over scenarios of the mean over repeats of the mean over judges. Families vary, and everything below them in
 * them; judges vary, and are in all families alike. docs/decisions/0021 says how well the interval covers.
 */
export function estimateAcrossJudges(scores: readonly JudgedScore[], familyOf: FamilyOf): JudgedEstimate {
  const judges = Map.groupBy(scores, ({ judge }) => judge);
  const conversations = Map.groupBy(scores, ({ conversation }) => conversation);
  const byAll = new Set(
    [...conversations].filter(([, judged]) => judged.length === judges.size).map(([name]) => name),
  );
  const values = meanByScenario(scores);
  const families = byFamily(values, familyOf);
  const known = estimateDecided(values, familyOf);
  const means = [...judges.values()].flatMap((judged) => {
    const common = [...meanByScenario(judged.filter(({ conversation }) => byAll.has(conversation))).values()];
    return common.length === 0 ? [] : [sampleMean(common)];
  });
  const ofFamilies = clusteredStandardError([...families.values()]).value;
  const spread = means.length < 2 ? null : sampleVariance(means) / means.length;
  const base = {
    mean: known.mean,
    familyInterval: known.interval,
    families: families.size,
    scenarios: values.size,
    conversations: conversations.size,
    judges: judges.size,
    notScoredByAll: conversations.size - byAll.size,
  };
  const parts = ofFamilies === null ? null : { families: ofFamilies.cr1 ** 2, judges: spread };
  if (known.mean === null || known.interval === null || parts === null || spread === null)
    return { ...base, interval: null, parts };
  const half = halfWidth({ ...parts, judges: spread }, { families: families.size, judges: means.length });
  const interval = { low: Math.max(0, known.mean - half), high: Math.min(1, known.mean + half) };
  return { ...base, interval, parts };
}

/**
 * Half of the interval of a mean to which families and judges contribute a variance each. Each has the t of its own
 * degrees of freedom, and the two are added as squares: with few judges that is wide, as little as is known of judges,
 * and whatever judges add, it is never narrower than with families alone. (One number of degrees of freedom for both,
 * Satterthwaite's, covers 88% where it promises 95% with two judges.)
 */
export function halfWidth(
  variances: { readonly families: number; readonly judges: number },
  groups: { readonly families: number; readonly judges: number },
): number {
  const squared = (variance: number, of: number) =>
    variance === 0 ? 0 : variance * tQuantile(1 - tailProbability(CONFIDENCE), of - 1) ** 2;
  return Math.sqrt(squared(variances.families, groups.families) + squared(variances.judges, groups.judges));
}

function meanByScenario(scores: readonly JudgedScore[]): ScenarioValues {
  const means = [...Map.groupBy(scores, ({ scenarioId }) => scenarioId)].map(([scenarioId, judged]) => {
    const repeats = [...Map.groupBy(judged, ({ conversation }) => conversation).values()];
    return [
      scenarioId,
      sampleMean(repeats.map((each) => sampleMean(each.map(({ value }) => value)))),
    ] as const;
  });
  return new Map(means.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where the spread between single scores comes from. */
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
