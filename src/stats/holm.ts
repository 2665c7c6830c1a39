import { ascendingPValues } from "./ascending-p-values.ts";

/** P-values adjusted after Holm, in the order given: those at most α reject with a family-wise error of at most α. */
export function holm(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [rank, index] of ascendingPValues(pValues).entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  }
  return adjusted;
}
