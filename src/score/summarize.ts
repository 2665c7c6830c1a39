import { scenarioFamily } from "../domain/scenarios.ts";
import { RANDOM_ALGORITHM } from "../kernel/random.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Dimension, ModelId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { GateStatus, Scorecard } from "../schema/scan/scorecard.ts";
import {
  type BlindspotRate,
  type BlindspotRates,
  type Estimate,
  type ModelSummary,
  SUMMARY_VERSION,
  Summary,
} from "../schema/scan/summary.ts";
import { clusterBootstrap } from "../stats/bootstrap.ts";
import { countHardFails } from "../stats/conversation-proportion.ts";

const BOOTSTRAP = { algorithm: RANDOM_ALGORITHM, seed: "summary/1", resamples: 2000 } as const;
const WORST_SHOWN = 5;
const DIMENSIONS: readonly Dimension[] = ["A", "B", "C", "D", "F"];

type Family = readonly number[];

/** What a scan found, per model, in the order of their names. */
export function summarize(input: {
  readonly plan: ScanPlan;
  readonly scorecards: readonly Scorecard[];
  readonly rates: BlindspotRates;
  readonly scenarios: ReadonlyMap<string, Scenario>;
}): Summary {
  const models = [...new Set(input.scorecards.map((card) => card.model_id))].toSorted();
  const { plan } = input;
  return Summary.parse({
    schema_version: SUMMARY_VERSION,
    ...(plan.private ? { private: true } : {}),
    simulated: input.scorecards.some((card) => card.simulated),
    profile: plan.profile,
    judge: plan.judge?.model_id ?? null,
    fingerprints: {
      transcripts: plan.fingerprints.transcripts?.hash ?? null,
      scoring: plan.fingerprints.scoring.hash,
    },
    bootstrap: BOOTSTRAP,
    models: models.map((model) => summarizeModel(model, input)),
  });
}

function summarizeModel(model: ModelId, input: Parameters<typeof summarize>[0]): ModelSummary {
  const all = input.scorecards.filter((card) => card.model_id === model);
  // Spec: an incomplete transcript is reported as such and kept out of every rate.
  const cards = all.filter((card) => card.complete);
  const estimate = (score: (card: Scorecard) => number | null) => estimateOver(cards, score, input.scenarios);
  const count = (gate: "safety" | "compliance", status: GateStatus) =>
    cards.filter((card) => card.gate_status[gate] === status).length;
  const gate = (name: "safety" | "compliance") => ({
    passed: count(name, "passed"),
    failed: count(name, "failed"),
    not_established: count(name, "not_established"),
  });
  const total = (field: "eligible" | "resolved" | "unclear" | "not_applicable") =>
    cards.reduce((sum, card) => sum + card.coverage[field], 0);

  return {
    model_id: model,
    simulated: all.some((card) => card.simulated),
    transcripts: all.length,
    incomplete: all.length - cards.length,
    hard_fails: countHardFails(cards),
    gates: { safety: gate("safety"), compliance: gate("compliance") },
    overall: estimate((card) => card.overall_score),
    quality: estimate((card) => card.quality_score),
    dimensions: Object.fromEntries(
      DIMENSIONS.map((dimension) => [dimension, estimate((card) => card.dimension_scores[dimension])]),
    ) as ModelSummary["dimensions"], // every dimension is listed
    unscored: cards.filter((card) => card.overall_score === null).length,
    coverage: {
      eligible: total("eligible"),
      resolved: total("resolved"),
      unclear: total("unclear"),
      not_applicable: total("not_applicable"),
      rate: total("eligible") === 0 ? null : total("resolved") / total("eligible"),
    },
    worst_blindspots: input.rates.rates
      .filter((rate) => rate.model_id === model && rate.failures.k > 0)
      .toSorted((a, b) => surelyFailing(b) - surelyFailing(a) || b.failures.k - a.failures.k)
      .slice(0, WORST_SHOWN),
  };
}

/** Mean over scenarios of the mean over repeats; the interval resamples whole scenario families. */
function estimateOver(
  cards: readonly Scorecard[],
  score: (card: Scorecard) => number | null,
  scenarios: ReadonlyMap<string, Scenario>,
): Estimate {
  const byScenario = Map.groupBy(cards, (card) => card.scenario_id);
  const families = new Map<string, number[]>();
  for (const [scenarioId, repeats] of byScenario) {
    const mean = meanOf(repeats.flatMap((card) => score(card) ?? []));
    if (mean === null) continue;
    const family = familyOf(scenarioId, scenarios);
    families.set(family, [...(families.get(family) ?? []), mean]);
  }
  const clusters: readonly Family[] = [...families]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, means]) => means);
  const statistic = (resampled: readonly Family[]) => meanOf(resampled.flat());
  const { interval } = clusterBootstrap({ clusters, statistic, ...BOOTSTRAP, confidence: 0.95 });
  // Families that all scored alike show no spread to resample; an interval of no width would claim certainty.
  const hasWidth = interval !== null && interval.high > interval.low;
  return {
    mean: statistic(clusters),
    interval: hasWidth ? interval : null,
    scenarios: clusters.flat().length,
  };
}

function familyOf(scenarioId: string, scenarios: ReadonlyMap<string, Scenario>): string {
  const scenario = scenarios.get(scenarioId);
  return scenario === undefined ? scenarioId : scenarioFamily(scenario);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The rate that the evidence bears out: one failure of one says less than eight of eleven. */
function surelyFailing({ failures }: BlindspotRate): number {
  return failures.interval?.low ?? 0;
}
