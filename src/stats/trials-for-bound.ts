import binomialCdf from "@stdlib/stats-base-dists-binomial-cdf";

/**
 * The fewest trials with the given number of failures whose exact one-sided upper bound on
 * the failure rate is at most `bound`: 59 without a failure for 5% at 95% confidence.
 */
export function trialsForBound(bound: number, failures = 0, confidence = 0.95): number {
  if (!(bound > 0 && bound < 1)) throw new RangeError(`a rate of ${bound} is no bound to reach`);
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence is ${confidence}; it lies strictly between 0 and 1`);
  }
  if (!Number.isSafeInteger(failures) || failures < 0) throw new RangeError(`${failures} is not a count`);
  const holds = (trials: number) => binomialCdf(failures, trials, bound) <= 1 - confidence;
  let enough = failures + 1;
  while (!holds(enough)) enough *= 2;
  let tooFew = failures;
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (holds(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
