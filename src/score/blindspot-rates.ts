import { proportion } from "../measure/proportion.ts";
import { createCheckTally, type Tally } from "../measure/tally.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ModelId } from "../schema/ids.ts";
import { type BlindspotRate, type BlindspotRates, SUMMARY_VERSION } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Counts verdicts per model and check as they pass by, so that a scan never holds all rows. */
export function createBlindspotCounter(checks: ReadonlyMap<CheckId, Check>, scoring: ScoringConfig) {
  const counts = createCheckTally();
  return {
    /** Rows of a complete transcript. */
    add(rows: readonly VerdictRow[]): void {
      for (const row of rows) counts.add(row);
    },
    rates(): BlindspotRates {
      const models = counts.models().toSorted();
      const rates = models.flatMap((model) =>
        [...checks.values()].flatMap((check) => {
          const counted = counts.of(model).get(check.id);
          return counted === undefined ? [] : rateOf(model, check, counted, scoring);
        }),
      );
      return { schema_version: SUMMARY_VERSION, rates };
    },
  };
}

/** A check no transcript of the model was eligible for has no row: an empty cell, not a zero. */
function rateOf(model: ModelId, check: Check, counted: Tally, scoring: ScoringConfig): BlindspotRate[] {
  const opportunities = counted.passes + counted.failures;
  const eligible = opportunities + counted.unclear + counted.notApplicable;
  if (eligible === 0) return [];
  const { min_opportunities_for_rate, max_not_applicable_share } = scoring.publication;
  return [
    {
      model_id: model,
      mode_id: check.id,
      flag: check.flag,
      failures: proportion(counted.failures, opportunities),
      unclear: counted.unclear,
      not_applicable: counted.notApplicable,
      small_cell: opportunities < min_opportunities_for_rate,
      mistagged: counted.notApplicable / eligible > max_not_applicable_share,
    },
  ];
}
