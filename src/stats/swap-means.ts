/**
 * The permutation test of two groups, inverted like the sign-flip test in `subset-means.ts`. Every swap of
 * equally many members between the groups gives the mean of the leaving minus the mean of the coming members.
 * The first group is above the second if nearly all of these are above 0. The test assumes that members are
 * exchangeable between the groups, and no distribution. It is monotone in its values.
 */

import { LruCache } from "../kernel/lru-cache.ts";
import { createRandom } from "../kernel/random.ts";
import type { SubsetMeans } from "./subset-means.ts";

/** Up to this many choices of the first group all are enumerated; of more, this many are drawn. */
const LOOKED_AT = 2 ** 13;

/** Another choice of the first group: the members that left, and those of the second that replaced them. */
interface Swap {
  readonly left: Uint16Array;
  readonly came: Uint16Array;
}

/** Results of all swaps of two groups, for the tests and limits of subset means. */
export function swapMeans(first: readonly number[], second: readonly number[]): SubsetMeans {
  const { swaps, unswapped, isExact } = swapsOf.get(`${first.length} ${second.length}`, makeSwaps);
  const means = new Float64Array(swaps.length);
  for (const [index, { left, came }] of swaps.entries()) {
    let difference = 0;
    for (let at = 0; at < left.length; at += 1) difference += first[left[at] ?? 0] ?? 0;
    for (let at = 0; at < came.length; at += 1) difference -= second[came[at] ?? 0] ?? 0;
    means[index] = difference / left.length;
  }
  return { means: means.sort(), empty: unswapped, isExact };
}

interface Swaps {
  readonly swaps: readonly Swap[];
  /** Choices without a swap, which carry no information. */
  readonly unswapped: number;
  readonly isExact: boolean;
}

/** By the sizes of the groups. The draw depends on nothing else, so only values change a result. */
const swapsOf = new LruCache<Swaps>(64);

function makeSwaps(sizes: string): Swaps {
  const [first = 0, second = 0] = sizes.split(" ").map(Number);
  const isExact = choices(first + second, first) <= LOOKED_AT;
  const chosen = isExact ? allChoices(first + second, first) : drawnChoices(first + second, first, sizes);
  const swaps = chosen.map((members): Swap => {
    const kept = new Set(members);
    const others = members.filter((index) => index >= first).map((index) => index - first);
    const left = Array.from({ length: first }, (_, index) => index).filter((index) => !kept.has(index));
    return { left: Uint16Array.from(left), came: Uint16Array.from(others) };
  });
  const swapped = swaps.filter(({ left }) => left.length > 0);
  return { swaps: swapped, unswapped: swaps.length - swapped.length, isExact };
}

/** Number of ways to choose `size` of `count`, or a number above the enumeration limit. */
function choices(count: number, size: number): number {
  let ways = 1;
  for (let taken = 1; taken <= size && ways <= LOOKED_AT; taken += 1)
    ways = (ways * (count - size + taken)) / taken;
  return ways;
}

function allChoices(count: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return Array.from({ length: Math.max(0, count - from - size + 1) }, (_, offset) => from + offset).flatMap(
    (next) => allChoices(count, size - 1, next + 1).map((rest) => [next, ...rest]),
  );
}

function drawnChoices(count: number, size: number, sizes: string): readonly (readonly number[])[] {
  const random = createRandom(`swaps/1 ${sizes}`);
  const indices = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: LOOKED_AT }, () => {
    for (let place = 0; place < size; place += 1) {
      const other = place + random.below(count - place);
      [indices[place], indices[other]] = [indices[other] ?? 0, indices[place] ?? 0];
    }
    return indices.slice(0, size);
  });
}
