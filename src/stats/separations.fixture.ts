import type { Separations } from "./ranking.ts";

/** Rounding leaves differences and spreads of this size where there are none. */
const ROUNDED_DIFFERENCE = 1e-12;

/** Who is separated from whom, where a difference over its standard error must exceed `critical`; more is better. */
export function separations(
  estimates: readonly number[],
  standardError: (j: number, k: number) => number,
  critical: number,
): Separations {
  return estimates.map((mine, j) =>
    estimates.map((theirs, k) => {
      const difference = mine - theirs;
      // Without the first condition, equal models with no spread between them would be parted by rounding.
      return difference > ROUNDED_DIFFERENCE && difference > critical * standardError(j, k);
    }),
  );
}
