import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { tailProbability } from "./tail-probability.ts";

/** The z for which a standard normal lies within ±z with the given probability: 1.96 for 0.95. */
export function criticalZ(confidence: number): number {
  return normalQuantile(1 - tailProbability(confidence), 0, 1);
}
