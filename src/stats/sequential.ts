/**
 * Whether a rate has risen above its baseline, asked again after every period and for as long as one likes. The evidence is an
 * e-process: a bet against "no higher than the baseline" whose stake is not expected to grow while that is true, so that it
 * ever reaches 1/α with a probability of at most α (Ville's inequality; Howard, Ramdas, McAuliffe and Sekhon 2021; Waudby-Smith
 * and Ramdas 2024). Looking often costs nothing, and no number of looks has to be known beforehand.
 */
import { clopperPearsonInterval } from "./intervals.ts";
import { assertSuccesses, type Statistic } from "./statistic.ts";

/** What was counted in a period: how many of how many. */
export interface PeriodCount {
  readonly yes: number;
  readonly of: number;
}

export interface RiseWatch {
  /** The highest rate that the baseline leaves possible: what later periods are held against. */
  readonly bound: number;
  /** The natural logarithm of the evidence after each period that was given; an empty one changes nothing. */
  readonly logEvidence: readonly number[];
  /** What it has to reach. */
  readonly logThreshold: number;
  /** The first period after which it had: once there, an alarm stays. `null` for none. */
  readonly alarmAt: number | null;
}

/** How much higher the odds are that are bet on, each with the same part of the stake. */
const ODDS_RATIOS = [1.1, 1.25, 1.5, 2, 3, 5, 10] as const;

/**
 * Half of `alpha` is for a baseline that is higher than it looked: its rate is not known but counted, so the bet is against the
 * upper end of its exact interval. The other half is for the bet. A change may come at any time, and a bet that began long
 * before has lost too much by then: the stake is laid in parts, 1/(j(j + 1)) of it on a change in the period j.
 *
 * Conversations count as independent given the past. Where some depend on each other, as those of one person do, false alarms
 * are more frequent than `alpha` says.
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

/** Against rates of at most `bound`. */
function evidenceAgainst(bound: number, periods: readonly PeriodCount[]): readonly number[] {
  const bets = ODDS_RATIOS.map((ratio) => betOn(bound, ratio));
  // Of each bet: what the parts are worth whose period has come.
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

/** The logarithm of the likelihood ratio of odds that are `ratio` times those of the bound. */
function betOn(bound: number, ratio: number): (period: PeriodCount) => number {
  // Nothing is above 1, and nobody can bet on it.
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
