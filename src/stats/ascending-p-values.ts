/** The positions of p-values from the smallest to the largest; refuses what is no p-value. */
export function ascendingPValues(pValues: readonly number[]): readonly number[] {
  for (const p of pValues) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`);
  }
  return [...pValues.keys()].toSorted((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
}
