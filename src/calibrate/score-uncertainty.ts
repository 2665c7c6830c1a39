/** Attributes the uncertainty of a model's score to its sources, for one judge or several. */
import { differingParts } from "../domain/fingerprints.ts";
import {
  estimateAcrossJudges,
  type JudgedEstimate,
  type JudgedRangeEstimate,
  type JudgedScore,
  judgedCards,
  rangeAcrossJudges,
  type ScoreSource,
  scoreComponents,
} from "../measure/judged-estimate.ts";
import { byFamily, type FamilyOf, meanOf, scoreOfCard, scoreRangeOfCard } from "../measure/scenario-means.ts";
import type { MarginScore } from "../schema/board/release-gate.ts";
import type { ModelId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VarianceComponent } from "../stats/variance-components.ts";
import { calibrateErrors } from "./errors.ts";
import { type DesignStudy, type StudyPrices, studyDesign } from "./study/study-design.ts";
import type { VoteWorth } from "./vote-worth.ts";

export type { StudyPrices };

export interface ModelUncertainty {
  readonly model: ModelId;
  readonly estimate: JudgedEstimate;
  /** The score with all undecided checks as failed, and with all as passed; `null` without scores. */
  readonly range: JudgedRangeEstimate | null;
  /** Conversations without a score from any judge. No figure here includes them. */
  readonly unscored: number;
  /** Sources of the spread between single scores; empty, with the reason, if unknown. */
  readonly components: readonly VarianceComponent<ScoreSource>[];
  readonly reason?: string;
  /** Sources of unknown variance. Unknown is not 0. */
  readonly unknown: readonly ScoreSource[];
  /** Variance of a score from one vote per question, within the joint variance of judge and conversation; `null` if unknown. */
  readonly voteVariance: number | null;
  /** `null` if there is no interval to narrow. */
  readonly study: DesignStudy | null;
}

/** Judge name of a scan without a judge. */
export const NO_JUDGE = "word lists";

/** One scan: one judge on the conversations. */
export interface JudgedScan {
  readonly judge: string;
  readonly path: string;
  readonly directory: string;
  readonly plan: ScanPlan;
  readonly cards: readonly Scorecard[];
  readonly votes: readonly VoteWorth[];
  /** Variances between the scores of single votes, for every conversation of a model where they are known. */
  readonly voteVariances: ReadonlyMap<ModelId, readonly number[]>;
  readonly prices: ReadonlyMap<ModelId, StudyPrices>;
}

/**
 * Throws unless all scans judged the same conversations by the same rules, each once. Otherwise judges cannot be
 * separated from conversations.
 */
export function refuseUnlikeJudges(scans: readonly JudgedScan[]): void {
  const [first, ...others] = scans;
  if (first === undefined) throw new RangeError("no scan was named");
  const hashes = ({ plan }: JudgedScan) =>
    plan.transcripts
      .map(({ transcript_id, transcript_hash }) => `${transcript_id} ${transcript_hash}`)
      .toSorted();
  const known = new Set<string>([first.judge]);
  for (const scan of others) {
    if (hashes(scan).join("\n") !== hashes(first).join("\n"))
      throw calibrateErrors.IB_UNLIKE_JUDGES(first.path, scan.path, "they are of different conversations");
    if (first.judge === NO_JUDGE || scan.judge === NO_JUDGE)
      throw calibrateErrors.IB_UNLIKE_JUDGES(first.path, scan.path, "one of them asked no judge");
    const parts = differingParts(
      first.plan.fingerprints.scoring.parts,
      scan.plan.fingerprints.scoring.parts,
      ["judge_model"],
    );
    if (parts.length > 0)
      throw calibrateErrors.IB_UNLIKE_JUDGES(first.path, scan.path, `they differ in ${parts.join(", ")}`);
    if (known.has(scan.judge))
      throw calibrateErrors.IB_UNLIKE_JUDGES(first.path, scan.path, `${scan.judge} is a judge twice`);
    known.add(scan.judge);
  }
}

export function scoreUncertainty(
  model: ModelId,
  scans: readonly JudgedScan[],
  { score, familyOf }: { readonly score: MarginScore; readonly familyOf: FamilyOf },
): ModelUncertainty {
  const judged = <Value>(scoreOf: (card: Scorecard) => Value | null) =>
    scans.flatMap(({ judge, cards }) =>
      judgedCards(
        judge,
        cards.filter(({ model_id }) => model_id === model),
        scoreOf,
      ),
    );
  const scores = judged((card) => scoreOfCard(card, score));
  const ranges = judged((card) => scoreRangeOfCard(card, score));
  const estimate = estimateAcrossJudges(scores, familyOf);
  const found = scoreComponents(scores, familyOf);
  const variances = scans.map(({ voteVariances }) => voteVariances.get(model) ?? []);
  // Conversations with all votes are no sample of the others: use all conversations or none.
  const isKnown = variances.every((each) => each.length === estimate.conversations);
  const voteVariance = isKnown ? meanOf(variances.flat()) : null;
  const had = new Set(
    scans.flatMap(({ cards }) =>
      cards.flatMap((card) => (card.model_id === model ? [card.transcript_id] : [])),
    ),
  );
  const range = rangeAcrossJudges(
    ranges.map(({ value, ...rest }) => ({ ...rest, range: value })),
    familyOf,
  );
  const base = { model, estimate, range, unscored: had.size - estimate.conversations, voteVariance };
  if (found.value === null)
    return { ...base, components: [], reason: found.reason, unknown: [], study: null };
  const { components, unknown } = found.value;
  const { parts } = estimate;
  const study =
    parts === null || estimate.familyInterval === null
      ? null
      : studyDesign({
          design: { ...estimate, votes: voteVariance === null ? null : votesOf(scans) },
          components,
          parts,
          familyWeight: familyWeight(scores, familyOf),
          voteVariance,
          prices: meanPrices(scans.map(({ prices }) => prices.get(model) ?? null)),
        });
  return { ...base, components, unknown, study };
}

/** Returns `null` if questions have different numbers of votes. */
function votesOf(scans: readonly JudgedScan[]): number | null {
  const [votes, ...others] = new Set(scans.flatMap((scan) => scan.votes.map((each) => each.votes)));
  return votes === undefined || others.length > 0 ? null : votes;
}

function familyWeight(scores: readonly JudgedScore[], familyOf: FamilyOf): number {
  const scenarios = new Map(scores.map(({ scenarioId, value }) => [scenarioId, value]));
  const sizes = [...byFamily(scenarios, familyOf).values()].map((members) => members.length);
  return sizes.reduce((sum, size) => sum + size ** 2, 0) / scenarios.size;
}

/** Averages the prices per judge; `null` if one is unknown or the units differ. */
function meanPrices(prices: readonly (StudyPrices | null)[]): StudyPrices | null {
  const known = prices.filter((each) => each !== null);
  const unit = known[0]?.unit;
  if (unit === undefined || known.length < prices.length || known.some((each) => each.unit !== unit))
    return null;
  return {
    unit,
    conversation: Math.max(...known.map(({ conversation }) => conversation)),
    judging: meanOf(known.map(({ judging }) => judging)) ?? 0,
  };
}
