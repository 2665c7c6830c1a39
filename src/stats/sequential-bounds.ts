/** Wald's bounds for the log likelihood ratio: at `accept` or above the alternative holds, at `reject` or below it does not. */
export function sequentialBounds(
  falseAlarm: number,
  miss: number,
): { readonly accept: number; readonly reject: number } {
  for (const rate of [falseAlarm, miss]) {
    if (!(rate > 0 && rate < 0.5)) throw new RangeError(`an error rate of ${rate} cannot be tested for`);
  }
  return { accept: Math.log((1 - miss) / falseAlarm), reject: Math.log(miss / (1 - falseAlarm)) };
}
