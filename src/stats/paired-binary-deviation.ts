/** The standard deviation of the difference of two yes-or-no outcomes on the same item, from their rates and correlation. */
export function pairedBinaryDeviation(first: number, second: number, correlation: number): number {
  for (const rate of [first, second]) {
    if (!(rate >= 0 && rate <= 1)) throw new RangeError(`${rate} is not a rate`);
  }
  if (!(Math.abs(correlation) <= 1)) throw new RangeError(`${correlation} is not a correlation`);
  const a = first * (1 - first);
  const b = second * (1 - second);
  return Math.sqrt(Math.max(0, a + b - 2 * correlation * Math.sqrt(a * b)));
}
