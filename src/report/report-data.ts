import type { Check } from "../schema/check.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import type { Scenario } from "../schema/scenario.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { BlindspotRates, Summary } from "../schema/summary.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";

/** Everything a report shows: the artefacts of one finished scan and the corpus texts they refer to. */
export interface ReportData {
  readonly summary: Summary;
  readonly rates: BlindspotRates;
  readonly scorecards: readonly Scorecard[];
  readonly verdicts: readonly VerdictRow[];
  readonly transcripts: readonly Transcript[];
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
}
