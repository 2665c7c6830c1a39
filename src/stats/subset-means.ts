/**
 * Whether the mean of paired differences is above or below a value, and between which values it lies, from the means of
 * random subsets of whole clusters: the sign-flip test turned round (Hartigan's typical values). It assumes no
 * distribution but symmetry, and unlike a t test it only moves with its values: a difference that falls never makes
 * "above" more certain, as a standard error that shrinks could.
 */
import { createRandom } from "../kernel/random.ts";
import { RecentResults } from "../kernel/recent-results.ts";
import type { ClusterTotal } from "./bootstrap.ts";

/** Few enough clusters for every subset to be looked at. */
const ENUMERATED_CLUSTERS = 14;
/** Subsets drawn of more, half of them the complements of the others; enough for the pairs of a board of 22 models. */
const DRAWN_SUBSETS = 2 ** 14;
/** Means that differ by rounding alone are equal. */
const ROUNDING = 1e-9;

export interface SubsetMeans {
  /** Of every subset; the mean of an empty one may be anything. Ascending. */
  readonly means: Float64Array;
  /** Subsets without a mean. */
  readonly empty: number;
  /** Whether these are all subsets there are. */
  readonly isExact: boolean;
}

export function subsetMeans(clusters: readonly ClusterTotal[]): SubsetMeans {
  const isExact = clusters.length <= ENUMERATED_CLUSTERS;
  const subsets = subsetsOf.get(String(clusters.length), makeSubsets);
  // A board asks for hundreds of these: plain numbers in place, and nothing that grows.
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

/** One-sided, of "the mean is `value` or less": small where nearly all subsets lie above it. */
export function pAbove({ means, empty, isExact }: SubsetMeans, value: number): number {
  return share(below(means, value + ROUNDING) + empty, means.length + empty, isExact);
}

/** One-sided, of "the mean is `value` or more". */
export function pBelow({ means, empty, isExact }: SubsetMeans, value: number): number {
  const above = means.length - below(means, value - ROUNDING);
  return share(above + empty, means.length + empty, isExact);
}

/** The whole, as drawn, is one of the subsets: where not all are looked at p is never 0. */
function share(count: number, of: number, isExact: boolean): number {
  return isExact ? count / of : Math.min(1, (count + 1) / (of + 1));
}

/** The value that `pAbove` rejects at this level and everything below it; −∞ where so few subsets reject nothing. */
export function lowerLimit(subsets: SubsetMeans, level: number): number {
  return subsets.means[rejected(subsets, level)] ?? Number.NEGATIVE_INFINITY;
}

/** The value that `pBelow` rejects at this level and everything above it; +∞ where so few subsets reject nothing. */
export function upperLimit(subsets: SubsetMeans, level: number): number {
  const index = rejected(subsets, level);
  return index < 0 ? Number.POSITIVE_INFINITY : (subsets.means.at(-1 - index) ?? Number.POSITIVE_INFINITY);
}

/** How many means may lie beyond the limit, as an index; negative where none may. */
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

/** By the number of clusters: what is drawn depends on nothing else, so that values alone move a result. */
const subsetsOf = new RecentResults<readonly Uint16Array[]>(8);

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
