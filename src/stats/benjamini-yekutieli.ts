import { benjaminiHochberg } from "./benjamini-hochberg.ts";

/** Like Benjamini and Hochberg's, but valid however the tests depend on each other, at the price of power. */
export function benjaminiYekutieli(pValues: readonly number[]): readonly number[] {
  const penalty = pValues.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
  return benjaminiHochberg(pValues).map((p) => Math.min(1, p * penalty));
}
