import { ascendingPValues } from "./ascending-p-values.ts";

/** P-values adjusted after Benjamini and Hochberg, in the order given: those at most q are found with a false discovery rate of q. */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const count = pValues.length;
  const adjusted = new Array<number>(count).fill(1);
  let smallest = 1;
  for (const [rank, index] of [...ascendingPValues(pValues).entries()].toReversed()) {
    // The factor first: it is at least 1, so that no rounding leaves a p-value below where it was.
    smallest = Math.min(smallest, (pValues[index] ?? 1) * (count / (rank + 1)));
    adjusted[index] = smallest;
  }
  return adjusted;
}
