/** Logs with a known truth: the number of conversations of each kind, and in how many a check fails. */
import { createRandom } from "../kernel/random.ts";
import { CheckId } from "../schema/ids.ts";
import type { SampledStratum } from "../stats/stratified.ts";
import { allocate } from "./draw-sample.ts";
import { rateOf } from "./estimate-rates.ts";

export interface PlantedLog {
  readonly name: string;
  /** Conversations by stratum: neither, hit, cue, both. */
  readonly sizes: readonly number[];
  /** Failure probability of the check in each stratum. */
  readonly rates: readonly number[];
  readonly sample: number;
}

const SIZES = [16_000, 2600, 1200, 200];
export const PLANTED_LOGS: readonly PlantedLog[] = [
  { name: "words find most of it", sizes: SIZES, rates: [0.01, 0.2, 0.05, 0.3], sample: 400 },
  { name: "it is rare", sizes: SIZES, rates: [0.001, 0.1, 0.02, 0.2], sample: 400 },
  { name: "it needs a cue, and lists miss few", sizes: SIZES, rates: [0.003, 0.003, 0.2, 0.25], sample: 400 },
  { name: "words say nothing of it", sizes: SIZES, rates: [0.05, 0.05, 0.05, 0.05], sample: 400 },
  { name: "a small sample", sizes: SIZES, rates: [0.02, 0.2, 0.1, 0.3], sample: 100 },
];

/** Returns the share of worlds whose 95% interval holds the planted rate. */
export function coverageOf(log: PlantedLog, worlds: number): number {
  const random = createRandom(`coverage/${log.name}`);
  const shares = allocate(log.sizes, log.sample);
  const all = log.sizes.reduce((sum, size) => sum + size, 0);
  let covered = 0;
  for (let world = 0; world < worlds; world += 1) {
    const failing = log.sizes.map((size, index) => {
      let count = 0;
      // Draws the distance to the next failure instead of one value per conversation.
      const step = Math.log1p(-(log.rates[index] ?? 0));
      for (let at = 0; ; count += 1) {
        at += Math.floor(Math.log1p(-random.next()) / step) + 1;
        if (at > size) return count;
      }
    });
    const strata = log.sizes.map((size, index): SampledStratum => {
      let [left, bad, yes] = [size, failing[index] ?? 0, 0];
      const sampled = shares[index] ?? 0;
      for (let drawn = 0; drawn < sampled; drawn += 1, left -= 1)
        if (random.below(left) < bad) {
          yes += 1;
          bad -= 1;
        }
      return { size, sampled, yes, open: 0 };
    });
    const truth = failing.reduce((sum, count) => sum + count, 0) / all;
    const { interval } = rateOf({ check: CheckId.parse("IB-A1"), strata, notLooked: 0 });
    if (interval !== null && interval.low <= truth && truth <= interval.high) covered += 1;
  }
  return covered / worlds;
}
