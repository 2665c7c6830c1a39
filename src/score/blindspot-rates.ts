import type { Check } from "../schema/corpus/check.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ModelId } from "../schema/ids.ts";
import {
  type BlindspotRate,
  type BlindspotRates,
  type Proportion,
  SUMMARY_VERSION,
} from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { wilsonInterval } from "../stats/intervals.ts";
import { type Tally, tally } from "./tally.ts";

export function proportion(k: number, n: number): Proportion {
  return { k, n, rate: n === 0 ? null : k / n, interval: wilsonInterval(k, n) };
}

/** Counts verdicts per model and check as they pass by, so that a scan never holds all rows. */
export function createBlindspotCounter(checks: ReadonlyMap<CheckId, Check>, scoring: ScoringConfig) {
  const counts = new Map<ModelId, Map<CheckId, Tally>>();
  return {
    /** Rows of a complete transcript. */
    add(rows: readonly VerdictRow[]): void {
      for (const row of rows) {
        const ofModel = counts.get(row.model_id) ?? new Map<CheckId, Tally>();
        counts.set(row.model_id, ofModel);
        ofModel.set(row.mode_id, plus(ofModel.get(row.mode_id), tally([row])));
      }
    },
    rates(): BlindspotRates {
      const models = [...counts.keys()].toSorted();
      const rates = models.flatMap((model) =>
        [...checks.values()].flatMap((check) => {
          const counted = counts.get(model)?.get(check.id);
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

function plus(a: Tally | undefined, b: Tally): Tally {
  if (a === undefined) return b;
  return {
    passes: a.passes + b.passes,
    failures: a.failures + b.failures,
    unclear: a.unclear + b.unclear,
    notApplicable: a.notApplicable + b.notApplicable,
  };
}
