import type { CueCalibration } from "../calibrate/calibrate-cues.ts";
import type { GoldenCalibration } from "../calibrate/calibrate-golden.ts";
import type { LexiconCalibration } from "../calibrate/calibrate-lexicons.ts";
import type { LabelPlan } from "../calibrate/label-plan.ts";
import type { AlarmRequest } from "../monitor/raise-alarm.ts";
import type { Comparison } from "../schema/board/comparison.ts";
import type { ContrastReport } from "../schema/board/contrast-report.ts";
import type { BoardChanges } from "../schema/board/leaderboard.ts";
import type { MonitorRates } from "../schema/monitor/monitor-sample.ts";
import type { MonitorAlarm, MonitorComparison } from "../schema/monitor/monitor-watch.ts";
import type {
  Control,
  PlanTo,
  Queued,
  RunOptions,
  ScanOptions,
  Stoppable,
  TakingOver,
  WorkersOption,
} from "./bench-options.ts";
import type {
  BuildLeaderboardOptions,
  BuiltLeaderboard,
  CheckedLeaderboard,
  CheckLeaderboardOptions,
} from "./board.ts";
import type { AttackCalibration } from "./calibrate/attacks.ts";
import type { BotCalibration, BotOptions } from "./calibrate/bots.ts";
import type { RepeatCalibration, RepeatOptions } from "./calibrate/judge-again.ts";
import type {
  DriftCalibration,
  DriftOptions,
  JudgeCalibration,
  JudgeOptions,
} from "./calibrate/judge-cards.ts";
import type { LabelCalibration, LabelOptions } from "./calibrate/labels.ts";
import type { LongCardCalibration, LongOptions } from "./calibrate/long-cards.ts";
import type { LabelPlanOptions } from "./calibrate/plan.ts";
import type { PolicyCalibration } from "./calibrate/policies.ts";
import type { UncertaintyCalibration, UncertaintyOptions } from "./calibrate/uncertainty.ts";
import type { CompareOptions, ContrastOptions } from "./compare.ts";
import type { Shown } from "./corpus/show.ts";
import type { LintResult } from "./corpus.ts";
import type { DoctorFinding } from "./doctor.ts";
import type { EvaluateOptions, EvaluateResult, FinishedRun } from "./eval.ts";
import type { EvidenceVerification } from "./evidence/verify-evidence.ts";
import type { EvidenceOptions, WrittenEvidence } from "./evidence/write-evidence.ts";
import type { ExportOptions, ExportResult } from "./exchange/export.ts";
import type { ExportedCorpus } from "./exchange/export-corpus.ts";
import type { ExportedTable, ExportTableOptions } from "./exchange/export-table.ts";
import type { ImportOptions, ImportResult } from "./exchange/import.ts";
import type { Explanation } from "./explain.ts";
import type { ReachingQueue } from "./fleet/forget-run.ts";
import type { QueueOptions, QueueStatus } from "./fleet/queue.ts";
import type { WorkerOptions, WorkerResult } from "./fleet/worker.ts";
import type { GateOptions, GateReport } from "./gate.ts";
import type { ExampleOptions } from "./init/init-example.ts";
import type { InitResult } from "./init.ts";
import type { ClaimReport, Listing, ListKind } from "./list.ts";
import type { MonitorOptions, MonitorPlan, MonitorResult } from "./monitor/count.ts";
import type { ForgetResult } from "./monitor/forget.ts";
import type { PeriodRequest } from "./monitor/rates.ts";
import type { FinishedScan } from "./open-scan.ts";
import type { PublishedSite, PublishOptions } from "./publish.ts";
import type { RenderedReport, ReportFormat } from "./report.ts";
import type { AppliedReview, ReviewApplyOptions } from "./review/apply.ts";
import type { ExportedReview, ReviewExportOptions } from "./review/export.ts";
import type { MergedReview, ReviewMergeOptions } from "./review/merge.ts";
import type { ReviewServeOptions, ServedReview } from "./review/serve.ts";
import type { DeletedRun, RunExtent } from "./runs.ts";
import type { ScanResult } from "./scan.ts";
import type { FindOptions, FoundSet } from "./site/find.ts";
import type { BriefOptions, WrittenBrief } from "./site/write-brief.ts";
import type { ScanVerification } from "./verify.ts";
import type { Viewing, ViewOptions } from "./view.ts";

/**
 * The InvisibleBench library. A run is named by its id or its directory, a scan by its directory or by the run whose
 * only one it is. Methods that may cost money or time take an optional control as their last argument.
 */
export interface Bench {
  /** Plan, run, scan, score, report. */
  evaluate(options?: EvaluateOptions & Queued & PlanTo, control?: Control): Promise<EvaluateResult>;
  /** Transcripts only. */
  run(options?: RunOptions & Queued, control?: Control): Promise<FinishedRun>;
  /** Verdicts and scorecards for the transcripts of one run, or of several as one. */
  scan(
    runs: string | readonly string[],
    options?: ScanOptions & Queued & PlanTo,
    control?: Control,
  ): Promise<ScanResult>;

  /** A finished scan, to be read row by row. */
  openScan(scan: string): Promise<FinishedScan>;
  /** Explains the decision about a conversation, with its evidence; without a scenario, about the worst one. */
  explain(scan: string, scenario?: string, check?: string): Promise<readonly Explanation[]>;
  /** Finds the verdicts, replies and messages of a scan that match a search, most severe first, with counts of each kind. */
  find(scan: string, options?: FindOptions): Promise<FoundSet>;
  /** Renders a finished scan again; asks no model. */
  report(scan: string, format: ReportFormat): Promise<RenderedReport>;
  /** A scan on one dated sheet of A4, as HTML. Asks no model. */
  brief(scan: string, options?: BriefOptions): Promise<WrittenBrief>;
  /** Shows the findings of a scan on the duties of some regimes; writes a page, its data and a manifest. Asks no model. */
  evidence(scan: string, options?: EvidenceOptions): Promise<WrittenEvidence>;
  /** Checks a folder of evidence against its manifest and its scan; `null` if it is no such folder. */
  verifyEvidence(folder: string): Promise<EvidenceVerification | null>;
  /** Recomputes a finished scan from its recorded calls and reports differences; asks no model. */
  verifyScan(scan: string, options?: Stoppable & WorkersOption): Promise<ScanVerification>;
  /** Paired differences between two scans, and the checks that flipped. */
  compare(first: string, second: string, options?: CompareOptions): Promise<Comparison>;
  /** Anchors against their variants, twins against their originals, the halves of a pair: what framing changes. */
  contrast(scan: string, options?: ContrastOptions): Promise<ContrastReport>;
  /** Checks a scan against a policy; writes `gate.xml` and `gate.md` beside it. */
  gate(scan: string, options?: GateOptions): Promise<GateReport>;
  /** The viewer over a results folder, on this machine only, until the signal. */
  view(options?: ViewOptions): Promise<Viewing>;
  /** The viewer with some scans as plain files. */
  publish(directory: string, scans: readonly string[], options?: PublishOptions): Promise<PublishedSite>;

  /** Other tools' conversations as a run that can be scanned. */
  import(files: readonly string[], options: ImportOptions): Promise<ImportResult>;
  /**
   * Exports the conversations of a run, or of a scan's runs, for other tools; an Inspect log has the scan's verdicts
   * as scores.
   */
  export(run: string, options: ExportOptions): Promise<ExportResult>;
  /** Exports one table of a run or a scan (docs/tables.md). Checks that a scan's evidence is whole. */
  exportTable(scan: string, options: ExportTableOptions): Promise<ExportedTable>;
  /** Scenarios, checks and golden cards as a dataset folder for Hugging Face. */
  exportCorpus(directory: string): Promise<ExportedCorpus>;

  /** A config file and a private scenario pack to start from. */
  init(directory: string, example?: ExampleOptions): Promise<InitResult>;
  /** Every problem of the corpus, or those below some paths. */
  lint(paths?: readonly string[], options?: Stoppable): Promise<LintResult>;
  list(kind: ListKind): Promise<Listing>;
  /** Checks with the scenarios, families and cues they meet. */
  listCoverage(): Promise<Listing>;
  show(id: string): Promise<Shown>;
  doctor(): Promise<readonly DoctorFinding[]>;

  /** Takes tasks of the runs and scans in a queue and makes their calls, until the signal. */
  work(options: WorkerOptions): Promise<WorkerResult>;

  readonly queue: BenchQueue;
  readonly runs: BenchRuns;
  readonly monitor: BenchMonitor;
  readonly board: BenchBoard;
  readonly calibrate: BenchCalibration;
  readonly review: BenchReview;
}

export interface BenchRuns {
  /** Counts the transcripts and scans of a run. */
  measure(run: string): Promise<RunExtent>;
  /** Removes a run with everything made from it and everything that quotes it, permanently. */
  delete(run: string, options?: TakingOver & ReachingQueue): Promise<DeletedRun>;
}

/** Database through which several machines share work. */
export interface BenchQueue {
  /** Creates the queue's tables, or migrates them, and returns their version. */
  migrate(options: QueueOptions): Promise<number>;
  /** Lists the runs in the queue, with their progress. */
  status(options: QueueOptions): Promise<QueueStatus>;
}

/** Logs of a product, of any size. Word lists scan all of it; a judge gets a sample. */
export interface BenchMonitor {
  /** Counts matches of word lists, chunk by chunk, and draws conversations for a judge; the same call continues. */
  count(files: readonly string[], options: MonitorOptions): Promise<MonitorResult>;
  /** Reads the log and describes what counting it would do, and which machine would count. Writes nothing. */
  plan(files: readonly string[], options: MonitorOptions): Promise<MonitorPlan>;
  /** Estimates failure rates of checks in the whole log, from a scan of a sample. */
  rates(directory: string, scan: string, options?: Stoppable): Promise<MonitorRates>;
  /** Returns whether candidates are more frequent than in a baseline. */
  alarm(directory: string, options?: AlarmRequest): Promise<MonitorAlarm>;
  /** Compares two periods, of one log or of two. */
  compare(first: PeriodRequest, second: PeriodRequest, options?: Stoppable): Promise<MonitorComparison>;
  /** Removes the words of some conversations, by their names in the log, or all words; permanently. */
  forget(
    directory: string,
    whose: readonly string[] | "everyone",
    options?: Stoppable & TakingOver & ReachingQueue,
  ): Promise<ForgetResult>;
}

/** The public board. */
export interface BenchBoard {
  /** Writes a board of finished scans. */
  build(scans: readonly string[], options?: BuildLeaderboardOptions): Promise<BuiltLeaderboard>;
  /** Lists every difference between a board and its scans. @default the board in data/leaderboard */
  check(folder?: string, options?: CheckLeaderboardOptions): Promise<CheckedLeaderboard>;
  /** Lists models that moved between two boards, and whether the move exceeds noise. */
  diff(before: string, after: string): Promise<BoardChanges>;
}

/** Measures how reliable word lists, judges and people are. */
export interface BenchCalibration {
  /** Precision and recall of the lexicons on a file of examples. @default the corpus's held-out ones */
  lexicons(file?: string): Promise<LexiconCalibration>;
  /** Measures the user lexicons on messages of real length. @default the corpus's held-out ones */
  cues(files?: readonly string[]): Promise<CueCalibration>;
  /** Each check's deterministic part against its golden cards. */
  golden(checks?: readonly string[]): Promise<GoldenCalibration>;
  /** Measures word lists, a judge or readers on the long cards: which of them find the failure in a reply of full length. */
  long(options?: LongOptions, control?: Control): Promise<LongCardCalibration>;
  /** Measures agreement between the annotators of some label files, and with a judge. */
  labels(files: readonly string[], options?: LabelOptions): Promise<LabelCalibration>;
  /** A judge on golden cards. */
  judge(options: JudgeOptions, control?: Control): Promise<JudgeCalibration>;
  /** Judges a frozen set of cards again and compares with a baseline. */
  drift(options: DriftOptions, control?: Control): Promise<DriftCalibration>;
  /** Judges a sample of a scan again with the same settings: how often verdicts flip. */
  repeat(scan: string, options?: RepeatOptions, control?: Control): Promise<RepeatCalibration>;
  /** Measures how often each family of attacks steers a judge. */
  attacks(options?: ScanOptions, control?: Control): Promise<AttackCalibration>;
  /** Runs the bots that must fail, beside sim/careful: which checks each trick fails, and what it costs. */
  bots(options?: BotOptions, control?: Control): Promise<BotCalibration>;
  /** Replays each repetition policy on a scan's recorded votes: its questions and verdicts. */
  policies(scan: string): Promise<PolicyCalibration>;
  /**
   * Plans how many labels each check lacks before it may be claimed, and people's hours; scans tell how many verdicts
   * can be drawn.
   */
  plan(scans?: readonly string[], options?: LabelPlanOptions): Promise<LabelPlan>;
  /** Splits the uncertainty of scores into its sources; several scans of the same conversations count as several judges. */
  uncertainty(
    scans: string | readonly string[],
    options?: UncertaintyOptions,
  ): Promise<UncertaintyCalibration>;
  /** Lists checks that may be claimed in public, and what the others lack. */
  claims(): Promise<ClaimReport>;
}

/** Blind labelling by people. */
export interface BenchReview {
  /** Exports a frozen batch of a scan's verdicts, for labellers who must not know them. */
  export(scan: string, options?: ReviewExportOptions): Promise<ExportedReview>;
  /** Serves labelling, or adjudication of disagreements, in the browser. */
  serve(batch: string, options?: ReviewServeOptions): Promise<ServedReview>;
  /** Writes label rows for the labels so far, with the annotators' agreement. */
  merge(batch: string, options?: ReviewMergeOptions): Promise<MergedReview>;
  /** Writes a new scan with people's verdict if two agree or an adjudicator decided; the labelled scan stays as it is. */
  apply(scan: string, options: ReviewApplyOptions): Promise<AppliedReview>;
}
