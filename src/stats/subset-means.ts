/**
 * Tests whether the mean of paired differences is above or below a value, and bounds it, with the means of
 * random subsets of whole clusters: the inverted sign-flip test (Hartigan's typical values). It assumes no
 * distribution but symmetry. Unlike a t test it is monotone in its values: a lower difference never makes
 * "above" more certain, as a smaller standard error could.
 */

import { LruCache } from "../kernel/lru-cache.ts";
import { createRandom } from "../kernel/random.ts";
import type { ClusterTotal } from "./bootstrap.ts";

/** Up to this many clusters every subset is enumerated. */
const ENUMERATED_CLUSTERS = 14;
/**
 * Subsets drawn for more clusters, half of them the complements of the others; enough for the pairs of a
 * board of 22 models.
 */
const DRAWN_SUBSETS = 2 ** 14;
/** Means that differ by rounding alone are equal. */
const ROUNDING = 1e-9;

export interface SubsetMeans {
  /** Means of every subset, ascending; an empty subset has no mean, so any value is possible for it. */
  readonly means: Float64Array;
  /** Subsets without a mean. */
  readonly empty: number;
  /** Whether all subsets are included. */
  readonly isExact: boolean;
}

export function subsetMeans(clusters: readonly ClusterTotal[]): SubsetMeans {
  const isExact = clusters.length <= ENUMERATED_CLUSTERS;
  const subsets = subsetsOf.get(String(clusters.length), makeSubsets);
  // A board asks for hundreds of these, so the loop updates plain numbers in place and allocates nothing.
  const totals = Float64Array.from(clusters, ({ total }) => total);
  const counts = Float64Array.from(clusters, ({ count }) => count);
  const means = new Float64Array(2 * subsets.length);
  const all = clusters.reduce(plus, NOTHING);
  let size = 0;
  for (const members of subsets) {
    let total = 0;
    let count = 0;
    for (let at = 0; at < members.length; at += 1) {
      const index = members[at] ?? 0;
      total += totals[index] ?? 0;
      count += counts[index] ?? 0;
    }
    if (count > 0) means[size++] = total / count;
    if (count < all.count) means[size++] = (all.total - total) / (all.count - count);
  }
  const looked = isExact ? 2 ** clusters.length : DRAWN_SUBSETS;
  return { means: means.subarray(0, size).sort(), empty: looked - size, isExact };
}

const NOTHING: ClusterTotal = { total: 0, count: 0 };

function plus(a: ClusterTotal, b: ClusterTotal): ClusterTotal {
  return { total: a.total + b.total, count: a.count + b.count };
}

/** One-sided p-value of "the mean is `value` or less": small if nearly all subsets are above it. */
export function pAbove({ means, empty, isExact }: SubsetMeans, value: number): number {
  return share(below(means, value + ROUNDING) + empty, means.length + empty, isExact);
}

/** One-sided p-value of "the mean is `value` or more". */
export function pBelow({ means, empty, isExact }: SubsetMeans, value: number): number {
  const above = means.length - below(means, value - ROUNDING);
  return share(above + empty, means.length + empty, isExact);
}

/** The whole sample is one of the subsets, so p is never 0 if only some are drawn. */
function share(count: number, of: number, isExact: boolean): number {
  return isExact ? count / of : Math.min(1, (count + 1) / (of + 1));
}

/** The highest value that `pAbove` rejects at this level; −∞ if there are too few subsets. */
export function lowerLimit(subsets: SubsetMeans, level: number): number {
  return subsets.means[rejected(subsets, level)] ?? Number.NEGATIVE_INFINITY;
}

/** The lowest value that `pBelow` rejects at this level; +∞ if there are too few subsets. */
export function upperLimit(subsets: SubsetMeans, level: number): number {
  const index = rejected(subsets, level);
  return index < 0 ? Number.POSITIVE_INFINITY : (subsets.means.at(-1 - index) ?? Number.POSITIVE_INFINITY);
}

/** Number of means that may be beyond the limit, as an index; negative if none may. */
function rejected({ means, empty, isExact }: SubsetMeans, level: number): number {
  const of = means.length + empty;
  const most = isExact ? Math.floor(level * of) : Math.floor(level * (of + 1)) - 1;
  return most - empty;
}

/** How many of the ascending values are at most `limit`. */
function below(ascending: Float64Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By the number of clusters. The draw depends on nothing else, so only values change a result. */
const subsetsOf = new LruCache<readonly Uint16Array[]>(8);

/** One of each pair of complements. */
function makeSubsets(count: string): readonly Uint16Array[] {
  const clusters = Number(count);
  if (clusters <= ENUMERATED_CLUSTERS) {
    const halves = 2 ** Math.max(0, clusters - 1);
    return Array.from({ length: halves }, (_, pattern) =>
      membersOf(clusters, (index) => ((pattern >> index) & 1) === 1),
    );
  }
  const random = createRandom(`subsets/1 ${count}`);
  return Array.from({ length: DRAWN_SUBSETS / 2 }, () => membersOf(clusters, () => random.next() < 0.5));
}

function membersOf(count: number, isMember: (index: number) => boolean): Uint16Array {
  return Uint16Array.from(Array.from({ length: count }, (_, index) => index).filter(isMember));
}
