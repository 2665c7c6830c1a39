/**
 * Tests whether a rate has risen above its baseline, again after every period and without a time limit. The
 * evidence is an e-process: a bet against "no higher than the baseline". While that is true its stake is not
 * expected to grow, so it ever reaches 1/α with a probability of at most α (Ville's inequality; Howard,
 * Ramdas, McAuliffe and Sekhon 2021; Waudby-Smith and Ramdas 2024). Frequent looks cost nothing, and their
 * number need not be known in advance.
 */
import { clopperPearsonInterval } from "./intervals.ts";
import { assertSuccesses, type Statistic } from "./statistic.ts";

/** Counts of a period: k of n. */
export interface PeriodCount {
  readonly yes: number;
  readonly of: number;
}

export interface RiseWatch {
  /** The highest rate that the baseline leaves possible: the reference for later periods. */
  readonly bound: number;
  /** The natural logarithm of the evidence after each given period; an empty period changes nothing. */
  readonly logEvidence: readonly number[];
  /** Threshold of the log evidence. */
  readonly logThreshold: number;
  /** The first period that reached the threshold; the alarm then stays. `null` for none. */
  readonly alarmAt: number | null;
}

/** Ratios of increased odds to bet on, each with the same part of the stake. */
const ODDS_RATIOS = [1.1, 1.25, 1.5, 2, 3, 5, 10] as const;

/**
 * Half of `alpha` covers a baseline that is higher than observed: its rate is counted, not known, so the bet
 * is against the upper end of its exact interval. The other half is for the bet. A change may come at any
 * time, and a bet that began long before has lost too much by then. The stake is therefore split: 1/(j(j +
 * 1)) of it bets on a change in period j.
 *
 * Assumes conversations that are independent given the past. If some depend on each other, like those of one
 * person, false alarms are more frequent than `alpha`.
 */
export function watchForRise(
  baseline: PeriodCount,
  periods: readonly PeriodCount[],
  alpha = 0.05,
): Statistic<RiseWatch> {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha is ${alpha}; it lies strictly between 0 and 1`);
  for (const { yes, of } of [baseline, ...periods]) assertSuccesses(yes, of);
  const interval = clopperPearsonInterval(baseline.yes, baseline.of, 1 - alpha);
  if (interval === null) return { value: null, reason: "there is nothing to hold it against" };
  const bound = interval.high;
  const logThreshold = Math.log(2 / alpha);
  const logEvidence = evidenceAgainst(bound, periods);
  const alarm = logEvidence.findIndex((evidence) => evidence >= logThreshold);
  return { value: { bound, logEvidence, logThreshold, alarmAt: alarm < 0 ? null : alarm } };
}

/** Evidence against rates of at most `bound`. */
function evidenceAgainst(bound: number, periods: readonly PeriodCount[]): readonly number[] {
  const bets = ODDS_RATIOS.map((ratio) => betOn(bound, ratio));
  // For each bet: the worth of the parts whose period has come.
  const worth = bets.map(() => Number.NEGATIVE_INFINITY);
  let begun = 0;
  let evidence = 0;
  return periods.map((period) => {
    if (period.of === 0) return evidence;
    begun += 1;
    const part = -Math.log(begun * (begun + 1));
    for (const [index, bet] of bets.entries())
      worth[index] = bet(period) + logSum([worth[index] ?? Number.NEGATIVE_INFINITY, part]);
    const unlaid = -Math.log(begun + 1);
    evidence = logSum([unlaid, logSum(worth) - Math.log(bets.length)]);
    return evidence;
  });
}

/** The logarithm of the likelihood ratio of odds that are `ratio` times the bound's. */
function betOn(bound: number, ratio: number): (period: PeriodCount) => number {
  // No rate is above 1, so there is nothing to bet on.
  if (bound >= 1) return () => 0;
  const odds = (ratio * bound) / (1 - bound);
  const raised = odds / (1 + odds);
  const [won, lost] = [Math.log(raised / bound), Math.log1p(-raised) - Math.log1p(-bound)];
  return ({ yes, of }) => yes * won + (of - yes) * lost;
}

function logSum(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  if (largest === Number.NEGATIVE_INFINITY) return largest;
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0));
}
