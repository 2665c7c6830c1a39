import type { Separations } from "./ranking.ts";

/** Rounding produces differences and spreads of this size between equal values. */
const ROUNDED_DIFFERENCE = 1e-12;

/** Separates pairs whose difference over its standard error exceeds `critical`; more is better. */
export function separations(
  estimates: readonly number[],
  standardError: (j: number, k: number) => number,
  critical: number,
): Separations {
  return estimates.map((mine, j) =>
    estimates.map((theirs, k) => {
      const difference = mine - theirs;
      // Without the first condition, rounding would separate equal models with no spread between them.
      return difference > ROUNDED_DIFFERENCE && difference > critical * standardError(j, k);
    }),
  );
}
