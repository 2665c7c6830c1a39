import type { CheckId, ModelId, RunId, TranscriptId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { BlindspotRates, Summary } from "../schema/summary.ts";
import type { Verdict } from "../schema/verdict.ts";
import type { Failure } from "./failure.ts";

/** What is kept in memory of one scan: everything but the texts, which stay on disk until someone looks. */
export interface ScanFacts {
  /** Names it in paths. */
  readonly scan: string;
  /** Of a board of several scans alone: the scan that has each model's own pages. */
  readonly homes?: ReadonlyMap<ModelId, string>;
  readonly scanId: RunId;
  /** `null` in a mailed report. */
  readonly runId: RunId | null;
  readonly createdAt: string | null;
  readonly plan: ScanPlan;
  readonly summary: Summary;
  readonly rates: BlindspotRates;
  readonly scorecards: readonly Scorecard[];
  /** Every eligible row that failed, in the order of the scan. */
  readonly failures: readonly Failure[];
  /** What each eligible check said about each transcript. */
  readonly verdicts: ReadonlyMap<TranscriptId, ReadonlyMap<CheckId, Verdict>>;
  readonly costs: ScanCosts;
}

/** US dollars; `null` where nothing is known. */
export interface ScanCosts {
  readonly targetUsd: ReadonlyMap<ModelId, number | null>;
  readonly judgeUsd: number | null;
}
