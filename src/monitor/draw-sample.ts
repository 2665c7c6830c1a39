/** Chooses the conversations of a log for a judge to read: by their content and a seed, never by their position. */
import { sha256 } from "../kernel/hash.ts";
import { STRATA } from "./look-for-words.ts";

/** Conversations with the lowest keys of a stratum, and the size of the stratum. */
interface Lowest<Item> {
  size: number;
  /** Sorted by key, ascending. */
  readonly items: { readonly key: string; readonly item: Item }[];
}

export interface DrawnStratum<Item> {
  readonly stratum: (typeof STRATA)[number];
  readonly size: number;
  readonly items: readonly Item[];
}

/**
 * Streams the log once and keeps the lowest keys of each stratum, so that memory depends on the sample size. A key is a
 * hash, so this is a random draw without replacement, whatever the order of the log.
 */
export function createDraw<Item>(size: number, seed: string) {
  const strata = STRATA.map((): Lowest<Item> => ({ size: 0, items: [] }));
  return {
    add(stratum: number, content: string, item: Item): void {
      const held = strata[stratum];
      if (held === undefined) throw new RangeError(`${stratum} is no stratum`);
      held.size += 1;
      const key = sha256(`${seed}\n${content}`);
      const last = held.items.at(-1);
      if (held.items.length >= size && last !== undefined && key >= last.key) return;
      held.items.splice(placeFor(held.items, key), 0, { key, item });
      if (held.items.length > size) held.items.pop();
    },
    finish(): readonly DrawnStratum<Item>[] {
      const shares = allocate(
        strata.map((stratum) => stratum.size),
        size,
      );
      return STRATA.map((stratum, index) => ({
        stratum,
        size: strata[index]?.size ?? 0,
        items: (strata[index]?.items ?? []).slice(0, shares[index]).map(({ item }) => item),
      }));
    },
  };
}

function placeFor(items: readonly { readonly key: string }[], key: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.key ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A single one would say nothing about the spread of a stratum. */
const LEAST_OF_EACH = 2;

/**
 * Allocates by the square root of a stratum's size (power allocation), after two for each. Cues and candidates are rare
 * and teach most, and conversations without words are most of a log. A small stratum gives all it has. Weights correct
 * for the unequal shares.
 */
export function allocate(sizes: readonly number[], total: number): readonly number[] {
  const shares = sizes.map((size) => Math.min(size, LEAST_OF_EACH));
  const worth = (index: number) => {
    const [size, share] = [sizes[index] ?? 0, shares[index] ?? 0];
    return share < size ? Math.sqrt(size) / (share + 1) : 0;
  };
  const indices = [...sizes.keys()];
  for (let left = total - shares.reduce((sum, share) => sum + share, 0); left > 0; left -= 1) {
    const best = indices.reduce((first, second) => (worth(second) > worth(first) ? second : first), 0);
    if (worth(best) === 0) break;
    shares[best] = (shares[best] ?? 0) + 1;
  }
  return shares;
}
