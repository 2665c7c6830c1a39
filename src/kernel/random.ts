import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** Stored in artefacts with the seed, so that others can repeat a resample. */
export const RANDOM_ALGORITHM = "xoroshiro128+ seeded by SHA-256";

/** Seeded random numbers: the same seed gives the same sequence on every platform. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound). */
  below(bound: number): number;
  /** One of the items, each equally likely. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

export function createRandom(seed: string): Random {
  const digest = createHash("sha256").update(seed, "utf8").digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => digest.readInt32LE(offset)));
  const below = (bound: number) => uniformInt(generator, 0, bound - 1);
  return {
    next: () => uniformFloat64(generator),
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
  };
}
