import type { OpenGate } from "../measure/open-gates.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ScenarioId } from "../schema/ids.ts";
import type { Release } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Corpus data for reports: names of checks, the failures that cross a line, and the minimum number of cases for a rate. */
export interface ReportCorpus {
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly scoring: ScoringConfig;
}

/** The data of a report: the artefacts of one finished scan and the corpus texts they refer to. */
export interface ReportData extends ReportCorpus {
  readonly summary: Summary;
  readonly rates: BlindspotRates;
  readonly scorecards: readonly Scorecard[];
  readonly verdicts: readonly VerdictRow[];
  readonly transcripts: readonly Transcript[];
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
}

/** Content of `summary.md` besides the summary's own numbers. */
export interface ReportContext {
  /** Losses, one sentence each. */
  readonly lost: readonly string[];
  readonly spent: string | null;
  readonly release: Release;
  readonly open: readonly OpenGate[];
}
