/**
 * The permutation test of two groups, turned round as `subset-means.ts` turns the sign-flip test: every way of swapping
 * as many members of one group for members of the other gives the mean of those that leave minus the mean of those that
 * come. The first group is above the second where nearly all of these are above 0. It assumes that members could as well
 * have been in the other group and nothing of their distribution, and it only moves with its values.
 */
import { createRandom } from "../kernel/random.ts";
import { RecentResults } from "../kernel/recent-results.ts";
import type { SubsetMeans } from "./subset-means.ts";

/** Few enough ways of choosing the first group for all of them to be looked at; of more as many are drawn. */
const LOOKED_AT = 2 ** 13;

/** A group chosen in another way: who of the first left, and who of the second came instead. */
interface Swap {
  readonly left: Uint16Array;
  readonly came: Uint16Array;
}

/** What the swaps of two groups give, for the tests and limits of subset means. */
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
  /** Choices that swap nobody, and say nothing. */
  readonly unswapped: number;
  readonly isExact: boolean;
}

/** By the sizes of the groups: what is drawn depends on nothing else, so that values alone move a result. */
const swapsOf = new RecentResults<Swaps>(64);

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

/** In how many ways `size` can be chosen of `count`, or more than is looked at. */
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
