import type { Interval } from "../schema/summary.ts";
import { assertSuccesses } from "./assert-successes.ts";
import { criticalZ } from "./critical-z.ts";
import { roganGladen } from "./rogan-gladen.ts";
import type { Statistic } from "./statistic.ts";

/** k of n. */
export interface Successes {
  readonly k: number;
  readonly n: number;
}

export interface CorrectedRate {
  readonly rate: number;
  /** By the delta method, at the rates as observed. */
  readonly standardError: number;
  readonly interval: Interval;
}

/**
 * The rate behind a judge's flags (Rogan and Gladen) with the interval of Lee et al., which also carries
 * the uncertainty of the judge's measured sensitivity and specificity.
 */
export function correctedRate(
  request: {
    /** What the judge flagged among the items in question. */
    readonly flagged: Successes;
    /** What it flagged among items known to be failures. */
    readonly sensitivity: Successes;
    /** What it left alone among items known to be none. */
    readonly specificity: Successes;
  },
  confidence = 0.95,
): Statistic<CorrectedRate> {
  const { flagged, sensitivity, specificity } = request;
  for (const { k, n } of [flagged, sensitivity, specificity]) assertSuccesses(k, n);
  if (flagged.n === 0) return { value: null, reason: "nothing was judged" };
  if (sensitivity.n === 0) return { value: null, reason: "the judge was not tried on known failures" };
  if (specificity.n === 0) return { value: null, reason: "the judge was not tried on known passes" };
  const errors = {
    sensitivity: sensitivity.k / sensitivity.n,
    specificity: specificity.k / specificity.n,
  };
  const rate = roganGladen(flagged.k / flagged.n, errors);
  if (rate.value === null) return rate;
  const { standardError } = propagate(flagged, sensitivity, specificity);

  const z = criticalZ(confidence);
  const adjusted = propagate(
    withPseudoCounts(flagged, z * z),
    withPseudoCounts(sensitivity, 2),
    withPseudoCounts(specificity, 2),
  );
  if (adjusted.discrimination <= 0) {
    return { value: null, reason: "too few labelled items tell the judge from chance" };
  }
  const centre = adjusted.rate + z * z * adjusted.skew;
  const low = Math.max(0, centre - z * adjusted.standardError);
  const high = Math.min(1, centre + z * adjusted.standardError);
  if (low >= high) {
    const amount = low > 0 ? "more" : "fewer";
    return {
      value: null,
      reason: `the judge flagged ${amount} than its measured errors allow for at any true rate`,
    };
  }
  return { value: { rate: rate.value, standardError, interval: { low, high } } };
}

/** Half of the added trials succeed. */
function withPseudoCounts({ k, n }: Successes, added: number): Successes {
  return { k: k + added / 2, n: n + added };
}

function propagate(flagged: Successes, sensitivity: Successes, specificity: Successes) {
  const discrimination = sensitivity.k / sensitivity.n + specificity.k / specificity.n - 1;
  const rate = (flagged.k / flagged.n + specificity.k / specificity.n - 1) / discrimination;
  const ofSensitivity = varianceOfRate(sensitivity);
  const ofSpecificity = varianceOfRate(specificity);
  const variance = varianceOfRate(flagged) + (1 - rate) ** 2 * ofSpecificity + rate ** 2 * ofSensitivity;
  return {
    discrimination,
    rate,
    standardError: Math.sqrt(variance) / discrimination,
    /** How far errors in the measured sensitivity and specificity bend the ratio, per z². */
    skew: 2 * (rate * ofSensitivity - (1 - rate) * ofSpecificity),
  };
}

function varianceOfRate({ k, n }: Successes): number {
  return ((k / n) * (1 - k / n)) / n;
}
