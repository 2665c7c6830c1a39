import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Estimate } from "../schema/scan/summary.ts";
import { clusterBootstrap } from "../stats/bootstrap.ts";
import { byFamily, mean, scenarioMeans } from "./scenario-clusters.ts";
import type { SiteCorpus } from "./site-ports.ts";

/** Below this many families a percentile interval is too short; none is shown. */
const FEWEST_FAMILIES = 8;

/** Mean over scenarios of the mean over repeats, with an interval over scenario families. */
export function estimateScore(
  cards: readonly Scorecard[],
  score: (card: Scorecard) => number | null,
  corpus: Pick<SiteCorpus, "scenarios">,
): Estimate {
  const clusters = [...byFamily(scenarioMeans(cards, score), corpus).values()];
  const scores = clusters.flat();
  if (scores.length === 0) return { mean: null, interval: null, scenarios: 0 };
  const { interval } = clusterBootstrap({
    clusters: clusters.length < FEWEST_FAMILIES ? [] : clusters,
    statistic: (resampled) => mean(resampled.flat()),
    resamples: 1000,
    seed: "site/1",
    confidence: 0.95,
  });
  const hasWidth = interval !== null && interval.high > interval.low;
  return { mean: mean(scores), interval: hasWidth ? interval : null, scenarios: scores.length };
}
