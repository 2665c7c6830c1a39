/** The value of several votes on one question if they tend to agree. */
import type { Statistic } from "./statistic.ts";

/** The answers to one question, in any words. */
export type Answers = readonly string[];

export interface VoteCorrelation {
  /**
   * Correlation of two votes on one question, beyond what questions of the kind have in common; the estimate
   * can be below 0.
   */
  readonly correlation: number;
  readonly questions: number;
  readonly votes: number;
}

/**
 * The intra-class correlation of votes: the share of their variance that is between questions and not between
 * the votes on one. For named answers the variance is that of their indicators, so that all different answers
 * are equally far apart. With two kinds of answers it is the usual analysis of variance (Donner 1986). Kinds
 * are separate, because different failure rates of checks are no agreement between votes. Questions with one
 * vote are ignored.
 */
export function voteCorrelation(kinds: readonly (readonly Answers[])[]): Statistic<VoteCorrelation> {
  const sums = { within: 0, withinFreedom: 0, between: 0, betweenFreedom: 0, weight: 0 };
  const counted = { questions: 0, votes: 0 };
  for (const kind of kinds) {
    const questions = kind.filter((answers) => answers.length > 1);
    const all = questions.flat();
    if (all.length === 0) continue;
    const within = questions.reduce((sum, answers) => sum + squaresOf(answers), 0);
    const largest = questions.reduce((sum, answers) => sum + answers.length ** 2, 0);
    sums.within += within;
    sums.withinFreedom += all.length - questions.length;
    sums.between += squaresOf(all) - within;
    sums.betweenFreedom += questions.length - 1;
    sums.weight += all.length - largest / all.length;
    counted.questions += questions.length;
    counted.votes += all.length;
  }
  if (counted.questions === 0) return { value: null, reason: "no question was asked twice" };
  if (sums.weight === 0) return { value: null, reason: "there is one question of each kind" };
  if (sums.within + sums.between <= ROUNDING)
    return { value: null, reason: "every vote said the same, so that nothing shows how they vary" };
  const one = sums.within / sums.withinFreedom;
  const question = (sums.between - sums.betweenFreedom * one) / sums.weight;
  const total = question + one;
  if (total <= ROUNDING) return { value: null, reason: "there are too few questions" };
  return { value: { correlation: question / total, ...counted } };
}

/** Squares of sums of indicators are exact except for the division. */
const ROUNDING = 1e-12;

/** Sum of the squared distances of the answers' indicators from their mean. */
function squaresOf(answers: Answers): number {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return answers.length - [...counts.values()].reduce((sum, count) => sum + count ** 2, 0) / answers.length;
}

/** Number of independent votes that correlated ones are worth (Kish): never more than their number. */
export function effectiveVotes(votes: number, correlation: number): number {
  return votes / (1 + (votes - 1) * Math.min(1, Math.max(0, correlation)));
}
