/** Compares two rates over different items: their difference, and whether it may be chance. */
import type { Interval } from "../schema/scan/estimates.ts";
import { wilsonInterval } from "./intervals.ts";

/** A rate, with its interval at any confidence. */
export interface RateApart {
  readonly value: number;
  intervalAt(confidence: number): Interval;
}

/** The share of yes among all examined items. */
export function countedRate(yes: number, of: number): RateApart {
  const at = (confidence: number) => {
    const interval = wilsonInterval(yes, of, confidence);
    if (interval === null) throw new RangeError("nothing was counted");
    return interval;
  };
  return { value: yes / of, intervalAt: at };
}

export interface UnpairedDifference {
  /** The second rate minus the first. */
  readonly difference: number;
  readonly interval: Interval;
  /** The least level at which the interval excludes 0. */
  readonly pValue: number;
}

/**
 * Adds the squared distances to the limits of both rates: Newcombe's interval (his method 10 for independent
 * proportions) for Wilson limits, and Zou and Donner's MOVER for any other. Its p-value agrees with the
 * interval at every level.
 */
export function unpairedDifference(
  first: RateApart,
  second: RateApart,
  confidence = 0.95,
): UnpairedDifference {
  return {
    difference: second.value - first.value,
    interval: differenceInterval(first, second, confidence),
    pValue: levelOfZero(first, second),
  };
}

function differenceInterval(first: RateApart, second: RateApart, confidence: number): Interval {
  const [a, b] = [first.intervalAt(confidence), second.intervalAt(confidence)];
  const difference = second.value - first.value;
  return {
    low: Math.max(-1, difference - Math.hypot(second.value - b.low, a.high - first.value)),
    high: Math.min(1, difference + Math.hypot(b.high - second.value, first.value - a.low)),
  };
}

const SMALLEST_LEVEL = 1e-12;
/** Just below 1: at level 1 the interval would have no confidence. */
const LARGEST_LEVEL = 1 - 1e-9;
const HALVINGS = 60;

function levelOfZero(first: RateApart, second: RateApart): number {
  const leavesOutZero = (level: number) => {
    const { low, high } = differenceInterval(first, second, 1 - level);
    return low > 0 || high < 0;
  };
  if (first.value === second.value) return 1;
  if (leavesOutZero(SMALLEST_LEVEL)) return SMALLEST_LEVEL;
  // Undecided items make an interval wide at any level.
  if (!leavesOutZero(LARGEST_LEVEL)) return 1;
  let [within, beyond] = [Math.log(SMALLEST_LEVEL), Math.log(LARGEST_LEVEL)];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (within + beyond) / 2;
    if (leavesOutZero(Math.exp(middle))) beyond = middle;
    else within = middle;
  }
  return Math.exp(beyond);
}
