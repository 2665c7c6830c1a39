import type { Statistic } from "./statistic.ts";

export interface JudgeErrors {
  /** How often the judge flags what is a failure. */
  readonly sensitivity: number;
  /** How often it leaves alone what is none. */
  readonly specificity: number;
}

/** The true rate behind a judge's flagged rate (Rogan and Gladen), held within [0, 1]. */
export function roganGladen(flaggedRate: number, errors: JudgeErrors): Statistic {
  const { sensitivity, specificity } = errors;
  for (const rate of [flaggedRate, sensitivity, specificity]) {
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${rate} is not a rate`);
  }
  const discrimination = sensitivity + specificity - 1;
  if (discrimination <= 0) return { value: null, reason: "the judge does no better than chance" };
  return { value: Math.min(1, Math.max(0, (flaggedRate + specificity - 1) / discrimination)) };
}
