/**
 * The public API of InvisibleBench: a bench, custom models, and the types of inputs and outputs. Schemas of files on
 * disk are in `invisiblebench/schema`, all error classes in `invisiblebench/errors`.
 * @module
 */
export type {
  Bench,
  BenchBoard,
  BenchCalibration,
  BenchMonitor,
  BenchQueue,
  BenchReview,
  BenchRuns,
} from "./api/bench.ts";
export type {
  BenchOptions,
  Control,
  PlanTo,
  Queued,
  RunOptions,
  ScanOptions,
  Stoppable,
  TakingOver,
} from "./api/bench-options.ts";
export type {
  BuildLeaderboardOptions,
  BuiltLeaderboard,
  CheckedLeaderboard,
  CheckLeaderboardOptions,
} from "./api/board.ts";
export type { AttackCalibration } from "./api/calibrate/attacks.ts";
export type { BotCalibration, BotCheck, BotOptions, BotRow, BotStanding } from "./api/calibrate/bots.ts";
export type { RepeatCalibration, RepeatOptions } from "./api/calibrate/judge-again.ts";
export type {
  DriftCalibration,
  DriftOptions,
  JudgeCalibration,
  JudgeOptions,
} from "./api/calibrate/judge-cards.ts";
export type { LabelCalibration, LabelOptions } from "./api/calibrate/labels.ts";
export type { LongCardCalibration, LongOptions, LongReader } from "./api/calibrate/long-cards.ts";
export type { LabelPlanOptions } from "./api/calibrate/plan.ts";
export type { PolicyCalibration } from "./api/calibrate/policies.ts";
export type { UncertaintyCalibration, UncertaintyOptions } from "./api/calibrate/uncertainty.ts";
export type { CompareOptions } from "./api/compare.ts";
export type { Shown } from "./api/corpus/show.ts";
export type { LintResult } from "./api/corpus.ts";
export { createBench } from "./api/create-bench.ts";
export type { DoctorFinding } from "./api/doctor.ts";
export type { EvaluatedPart, EvaluateOptions, EvaluateResult, FinishedRun, RunResult } from "./api/eval.ts";
export type { EvidenceVerification } from "./api/evidence/verify-evidence.ts";
export type { EvidenceOptions, WrittenEvidence } from "./api/evidence/write-evidence.ts";
export type { ExportFormat, ExportOptions, ExportResult } from "./api/exchange/export.ts";
export type { ExportedCorpus } from "./api/exchange/export-corpus.ts";
export type { ExportedTable, ExportTableOptions } from "./api/exchange/export-table.ts";
export type { ImportOptions, ImportProgress, ImportResult } from "./api/exchange/import.ts";
export type { Explanation } from "./api/explain.ts";
export type { QueuedRunStatus, QueueOptions, QueueStatus } from "./api/fleet/queue.ts";
export type { WorkerOptions, WorkerResult } from "./api/fleet/worker.ts";
export type { GateOptions, GateReport } from "./api/gate.ts";
export type { ExampleOptions } from "./api/init/init-example.ts";
export type { InitResult } from "./api/init.ts";
export type { ClaimReport, Listing, ListKind } from "./api/list.ts";
export type { MonitorOptions, MonitorPlan, MonitorResult } from "./api/monitor/count.ts";
export type { SampleRequest } from "./api/monitor/draw.ts";
export type { ForgetResult } from "./api/monitor/forget.ts";
export type { MonitorProgress } from "./api/monitor/open-log.ts";
export type { PeriodRequest } from "./api/monitor/rates.ts";
export type { FinishedScan } from "./api/open-scan.ts";
export type { PublishedSite, PublishOptions } from "./api/publish.ts";
export type { RenderedReport, ReportFormat } from "./api/report.ts";
export type { AppliedReview, ReviewApplyOptions } from "./api/review/apply.ts";
export type { ExportedReview, ReviewExportOptions } from "./api/review/export.ts";
export type { MergedReview, ReviewMergeOptions } from "./api/review/merge.ts";
export type { ReviewServeOptions, ServedReview } from "./api/review/serve.ts";
export type { DeletedRun, RunExtent } from "./api/runs.ts";
export type { ScanResult } from "./api/scan.ts";
export type { FindOptions, FoundRow, FoundSet } from "./api/site/find.ts";
export type { BriefOptions, WrittenBrief } from "./api/site/write-brief.ts";
export type { ProofWithoutCorpus, ScanVerification } from "./api/verify.ts";
export type { Viewing, ViewOptions } from "./api/view.ts";
export type { CueCalibration, CueMistake, CueScore, CueScores } from "./calibrate/calibrate-cues.ts";
export type {
  GoldenCalibration,
  GoldenScore,
  LongCalibration,
  LongScore,
} from "./calibrate/calibrate-golden.ts";
export type { LexiconCalibration, LexiconScore } from "./calibrate/calibrate-lexicons.ts";
export type { CheckLabelPlan, LabelPlan } from "./calibrate/label-plan.ts";
export type { Spent, WorkEstimate } from "./domain/number-words.ts";
export type { Clock } from "./kernel/clock.ts";
export { BenchError, ExitCode } from "./kernel/errors.ts";
export type { PlannedWork } from "./measure/work-estimate.ts";
export type { AlarmRequest } from "./monitor/raise-alarm.ts";
export {
  defineModel,
  type OwnModel,
  type OwnModelReply,
  type OwnModelRequest,
} from "./providers/define-model.ts";
export type {
  CallOrigin,
  ChatMessage,
  ModelClient,
  ModelReply,
  ModelRequest,
} from "./providers/model-client.ts";
export type { Finished, Follow, WorkEvent } from "./run-context.ts";
export type { Comparison } from "./schema/board/comparison.ts";
export type { ContrastReport } from "./schema/board/contrast-report.ts";
export type { BoardChanges, Leaderboard } from "./schema/board/leaderboard.ts";
export type { GatePolicy, GateResult } from "./schema/board/release-gate.ts";
export type { JournalEntry } from "./schema/run/journal.ts";
export type { RunManifest } from "./schema/run/manifest.ts";
export type { RunPlan } from "./schema/run/run-plan.ts";
export type { Transcript } from "./schema/run/transcript.ts";
export type { Evidence, EvidenceManifest } from "./schema/scan/evidence.ts";
export type { ScanPlan } from "./schema/scan/scan-plan.ts";
export type { Scorecard } from "./schema/scan/scorecard.ts";
export type { Losses, Seal } from "./schema/scan/seal.ts";
export type { BlindspotRates, Summary } from "./schema/scan/summary.ts";
export type { VerdictRow } from "./schema/scan/verdict.ts";
