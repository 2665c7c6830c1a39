import type { Statistic } from "./statistic.ts";

export interface SignedRankTest {
  /** The smaller of the rank sums of positive and of negative differences. */
  readonly w: number;
  /** Two-sided and exact, given the ranks, ties included. */
  readonly p: number;
}

/** Wilcoxon's signed-rank test of paired differences; pairs without a difference are left out. */
export function wilcoxonSignedRank(differences: readonly number[]): Statistic<SignedRankTest> {
  const nonzero = differences.filter((difference) => difference !== 0);
  if (nonzero.length === 0) return { value: null, reason: "no pair differs" };
  const ranks = doubledRanks(nonzero);
  const total = ranks.reduce((all, rank) => all + rank, 0);
  const positive = ranks.reduce((all, rank, index) => all + ((nonzero[index] ?? 0) > 0 ? rank : 0), 0);
  const smaller = Math.min(positive, total - positive);
  const below = distribution(ranks, total)
    .subarray(0, smaller + 1)
    .reduce((all, probability) => all + probability, 0);
  return { value: { w: smaller / 2, p: Math.min(1, 2 * below) } };
}

/** Twice the rank of each absolute difference: ties share a middle rank, which may be a half. */
function doubledRanks(differences: readonly number[]): readonly number[] {
  const sizes = differences.map(Math.abs);
  return sizes.map((size) => {
    const smaller = sizes.filter((other) => other < size).length;
    const equal = sizes.filter((other) => other === size).length;
    return 2 * smaller + equal + 1;
  });
}

/** The probability of every doubled rank sum, each sign being as likely as the other. */
function distribution(ranks: readonly number[], total: number): Float64Array {
  const probability = new Float64Array(total + 1);
  probability[0] = 1;
  for (const rank of ranks) {
    for (let sum = total; sum >= 0; sum -= 1) {
      probability[sum] = ((probability[sum] ?? 0) + (probability[sum - rank] ?? 0)) / 2;
    }
  }
  return probability;
}
