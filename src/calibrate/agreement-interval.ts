import type { Interval } from "../schema/summary.ts";
import { clusterBootstrap } from "../stats/cluster-bootstrap.ts";
import type { Statistic } from "../stats/statistic.ts";

/** A coefficient with its interval, or `null` with the reason why there is none. */
export type Coefficient = Statistic & {
  /** 95%, from a seeded bootstrap over items; `null` where the items say nothing of the spread. */
  readonly interval: Interval | null;
};

const RESAMPLES = 1000;
/** Below it too many resamples fall on one label, and the rest would tell half the story. */
const LEAST_USABLE_SHARE = 0.95;

/**
 * A coefficient of some items with an interval. Where nobody disagreed every resample would say 1 again, so there is none:
 * the interval of the raw agreement says how little that may mean.
 */
export function withInterval<Item>(
  items: readonly Item[],
  coefficient: (items: readonly Item[]) => Statistic,
  options: { readonly seed: string; readonly disagreed: boolean },
): Coefficient {
  const found = coefficient(items);
  if (found.value === null || !options.disagreed) return { ...found, interval: null };
  const { interval, usable, resamples } = clusterBootstrap({
    clusters: items,
    statistic: (resampled) => coefficient(resampled).value,
    resamples: RESAMPLES,
    seed: `label-agreement/1|${options.seed}`,
    confidence: 0.95,
  });
  return { ...found, interval: usable < LEAST_USABLE_SHARE * resamples ? null : interval };
}
