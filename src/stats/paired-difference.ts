import type { Interval } from "../schema/scan/summary.ts";
import { tCdf, tQuantile } from "./distributions.ts";
import type { Statistic } from "./statistic.ts";

/** A paired difference, new minus old, more being better. */
export interface DifferenceToMargin {
  readonly difference: number;
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  /** How much worse still counts as no worse. */
  readonly margin: number;
}

export interface Noninferiority {
  /** One-sided, of "worse by the margin or more". */
  readonly p: number;
  /** Two one-sided bounds, each of the given confidence. */
  readonly bounds: Interval;
  /** PASS: surely not worse by the margin. FAIL: surely worse by it. Otherwise the data do not say. */
  readonly outcome: "PASS" | "FAIL" | "INCONCLUSIVE";
}

/** Whether the new is no worse than the old by more than a margin: not "the score did not drop". */
export function noninferiority(request: DifferenceToMargin, confidence = 0.95): Statistic<Noninferiority> {
  const { difference, standardError, degreesOfFreedom, margin } = request;
  if (!(margin > 0)) throw new RangeError(`a margin of ${margin} allows for nothing`);
  if (!(confidence > 0.5 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; one-sided, it lies strictly between 0.5 and 1`);
  }
  if (!(standardError > 0 && degreesOfFreedom > 0)) {
    return { value: null, reason: "the spread of the difference is unknown" };
  }
  const half = tQuantile(confidence, degreesOfFreedom) * standardError;
  const bounds = { low: difference - half, high: difference + half };
  return {
    value: {
      p: tCdf(-(difference + margin) / standardError, degreesOfFreedom),
      bounds,
      outcome: bounds.low > -margin ? "PASS" : bounds.high < -margin ? "FAIL" : "INCONCLUSIVE",
    },
  };
}
