import { type DifferenceToMargin, noninferiority } from "./noninferiority.ts";
import type { Statistic } from "./statistic.ts";

/** TOST: whether a difference is surely smaller than the margin in both directions; `p` is the larger of both one-sided ones. */
export function equivalence(
  request: DifferenceToMargin,
  confidence = 0.95,
): Statistic<{ readonly p: number; readonly equivalent: boolean }> {
  const notWorse = noninferiority(request, confidence);
  if (notWorse.value === null) return notWorse;
  const notBetter = noninferiority({ ...request, difference: -request.difference }, confidence);
  if (notBetter.value === null) return notBetter;
  return {
    value: {
      p: Math.max(notWorse.value.p, notBetter.value.p),
      equivalent: notWorse.value.outcome === "PASS" && notBetter.value.outcome === "PASS",
    },
  };
}
