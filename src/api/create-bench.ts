import type { GoldenCalibration } from "../calibrate/calibrate-golden.ts";
import type { LexiconCalibration } from "../calibrate/calibrate-lexicons.ts";
import type { BoardProblem } from "../publish/check-board.ts";
import type { Comparison } from "../schema/board/comparison.ts";
import type { ContrastReport } from "../schema/board/contrast-report.ts";
import type { BoardChanges } from "../schema/board/leaderboard.ts";
import type { BenchOptions, Control, RunOptions, ScanOptions } from "./bench-options.ts";
import type { BuildLeaderboardOptions, BuiltLeaderboard } from "./board.ts";
import type { AttackCalibration } from "./calibrate/attacks.ts";
import type { RepeatCalibration, RepeatOptions } from "./calibrate/judge-again.ts";
import type { DriftCalibration, DriftOptions, JudgeCalibration } from "./calibrate/judge-cards.ts";
import type { PolicyCalibration } from "./calibrate/policies.ts";
import type { LabelCalibration, LabelOptions } from "./calibrate-labels.ts";
import type { CompareOptions } from "./compare.ts";
import type { ClaimReport, LintResult, Shown } from "./corpus.ts";
import type { DoctorFinding } from "./doctor.ts";
import type { RunResult, ScanResult } from "./eval.ts";
import type { ExportOptions, ExportResult } from "./exchange/export.ts";
import type { ImportOptions, ImportResult } from "./exchange/import.ts";
import type { Explanation } from "./explain.ts";
import type { GateOptions, GateReport } from "./gate.ts";
import type { InitResult } from "./init.ts";
import type { Listing, ListKind } from "./list.ts";
import type { PublishedSite, PublishOptions } from "./publish.ts";
import type { RenderedReport, ReportFormat } from "./report.ts";
import type { ExportedReview, ReviewExportOptions } from "./review/export.ts";
import type { ReviewServeOptions, ServedReview } from "./review/serve.ts";
import type { MergedReview, ReviewMergeOptions } from "./review-merge.ts";
import type { RedactedRun, RunExtent } from "./runs.ts";
import type { ScanVerification } from "./verify.ts";
import type { Viewing, ViewOptions } from "./view.ts";

/** Everything InvisibleBench can do, as a library. */
export interface Bench {
  /** Plan, run, scan, score, report. */
  evaluate(
    options: RunOptions & ScanOptions,
    control: Control,
  ): Promise<{ readonly run: RunResult; readonly scan: ScanResult | null }>;
  /** Transcripts only. */
  run(options: RunOptions, control: Control): Promise<RunResult>;
  /** Verdicts and scorecards for the transcripts of one run, or of several as one. */
  scan(runs: string | readonly string[], options: ScanOptions, control: Control): Promise<ScanResult>;
  /** Renders a finished scan again; asks no model. */
  report(scan: string, format: ReportFormat): Promise<RenderedReport>;
  /** Recomputes a finished scan from its recorded calls and says where it differs; asks no model. */
  verifyScan(scan: string, signal: AbortSignal): Promise<ScanVerification>;
  /** The viewer over a results folder, on this machine only, until the signal. */
  view(options: ViewOptions, signal: AbortSignal): Promise<Viewing>;
  /** The viewer with some scans as plain files. */
  publish(
    directory: string,
    scans: readonly string[],
    options: PublishOptions,
    signal: AbortSignal,
  ): Promise<PublishedSite>;
  /** What was decided about a conversation, and on what grounds. */
  explain(scan: string, scenario: string, check?: string): Promise<readonly Explanation[]>;
  /** Other tools' conversations as a run that can be scanned. */
  import(files: readonly string[], options: ImportOptions, signal: AbortSignal): Promise<ImportResult>;
  /** A run's conversations for other tools. */
  export(run: string, options: ExportOptions): Promise<ExportResult>;
  /** What there is of a run. */
  measureRun(run: string): Promise<RunExtent>;
  /** Removes a run with everything that was made from it; for good. */
  deleteRun(run: string): Promise<RunExtent>;
  /** Replaces a run's texts by hashes, for good; verdicts and scores stay. */
  redactRun(run: string, signal: AbortSignal): Promise<RedactedRun>;
  /** A config file and a private scenario pack to start from. */
  init(directory: string): Promise<InitResult>;
  /** Every problem of the corpus, or those below some paths. */
  lint(paths: readonly string[], signal: AbortSignal): Promise<LintResult>;
  /** Precision and recall of the lexicons on a file of examples. @default the corpus's held-out ones */
  calibrateLexicons(file?: string): Promise<LexiconCalibration>;
  /** Each check's deterministic part against its golden cards. */
  calibrateGolden(checks: readonly string[]): Promise<GoldenCalibration>;
  /** How far the annotators of some label files agree, with each other and with a judge. */
  calibrateLabels(files: readonly string[], options?: LabelOptions): Promise<LabelCalibration>;
  /** A judge on golden cards. */
  calibrateJudge(
    options: ScanOptions & { readonly judge: string },
    control: Control,
  ): Promise<JudgeCalibration>;
  /** A frozen set of cards judged again, against a baseline. */
  calibrateDrift(options: DriftOptions, control: Control): Promise<DriftCalibration>;
  /** A sample of a scan judged once more, alike: how often verdicts flip. */
  calibrateRepeat(scan: string, options: RepeatOptions, control: Control): Promise<RepeatCalibration>;
  /** Which checks may be claimed in public, and what the others lack. */
  claimReport(): Promise<ClaimReport>;
  /** A frozen batch of a scan's verdicts, for people to label who must not know them. */
  exportReview(scan: string, options: ReviewExportOptions): Promise<ExportedReview>;
  /** Labelling, or adjudication of what is disputed, in the browser. */
  serveReview(batch: string, options: ReviewServeOptions): Promise<ServedReview>;
  /** Label rows of what was labelled so far, and how far the annotators agree. */
  mergeReview(batch: string, options: ReviewMergeOptions): Promise<MergedReview>;
  /** Paired differences between two scans, and the checks that flipped. */
  compare(first: string, second: string, options: CompareOptions): Promise<Comparison>;
  /** Anchors against their variants: over-escalation, and what framing changes. */
  contrast(scan: string, signal: AbortSignal): Promise<ContrastReport>;
  /** Whether a scan holds to a policy; writes `gate.xml` and `gate.md` beside it. */
  gate(scan: string, options: GateOptions): Promise<GateReport>;
  /** Writes a board of finished scans. */
  buildLeaderboard(scans: readonly string[], options: BuildLeaderboardOptions): Promise<BuiltLeaderboard>;
  /** Every sign that a board is not what its scans give. @default the board in data/leaderboard */
  checkLeaderboard(
    folder: string | undefined,
    options: { readonly strict: boolean; readonly signal: AbortSignal },
  ): Promise<{ readonly directory: string; readonly problems: readonly BoardProblem[] }>;
  /** Who moved between two boards, and whether it is more than noise. */
  diffLeaderboards(before: string, after: string): Promise<BoardChanges>;
  /** What each repetition policy would have asked and decided, on a scan's recorded votes. */
  calibratePolicies(scan: string): Promise<PolicyCalibration>;
  /** How often each family of attacks steers a judge. */
  calibrateAttacks(options: ScanOptions, control: Control): Promise<AttackCalibration>;
  list(kind: ListKind): Promise<Listing>;
  /** Checks with the scenarios, families and cues they meet. */
  listCoverage(): Promise<Listing>;
  show(id: string): Promise<Shown>;
  doctor(): Promise<readonly DoctorFinding[]>;
}

/** A bench over a corpus and a results folder. Each part is loaded when it is first used. */
export function createBench(options: BenchOptions = {}): Bench {
  const workshop = async () => (await import("./bench-context.ts")).openBenchContext(options);
  let opened: ReturnType<typeof workshop> | undefined;
  const open = () => {
    opened ??= workshop();
    return opened;
  };
  return {
    evaluate: async (...args) => (await import("./eval.ts")).evaluate(await open(), ...args),
    run: async (...args) => (await import("./eval.ts")).run(await open(), ...args),
    scan: async (runs, ...args) =>
      (await import("./eval.ts")).scan(await open(), typeof runs === "string" ? [runs] : runs, ...args),
    report: async (...args) => (await import("./report.ts")).report(await open(), ...args),
    verifyScan: async (...args) => (await import("./verify.ts")).verifyScan(await open(), ...args),
    view: async (...args) => (await import("./view.ts")).view(await open(), ...args),
    publish: async (...args) => (await import("./publish.ts")).publishSite(await open(), ...args),
    explain: async (...args) => (await import("./explain.ts")).explain(await open(), ...args),
    import: async (...args) =>
      (await import("./exchange/import.ts")).importConversations(await open(), ...args),
    export: async (...args) => (await import("./exchange/export.ts")).exportRun(await open(), ...args),
    measureRun: async (run) => (await import("./runs.ts")).measureRun(await open(), run),
    deleteRun: async (run) => (await import("./runs.ts")).deleteRun(await open(), run),
    redactRun: async (...args) => (await import("./runs.ts")).redactRun(await open(), ...args),
    init: async (directory) => (await import("./init.ts")).init(await open(), directory),
    lint: async (...args) => (await import("./corpus.ts")).lint(await open(), ...args),
    calibrateLexicons: async (file) =>
      (await import("./corpus.ts")).calibrateLexiconsOnFile(await open(), file),
    calibrateGolden: async (checks) =>
      (await import("./corpus.ts")).calibrateGoldenCards(await open(), checks),
    calibrateLabels: async (...args) =>
      (await import("./calibrate-labels.ts")).calibrateVerdictLabels(await open(), ...args),
    calibrateJudge: async (...args) =>
      (await import("./calibrate/judge-cards.ts")).calibrateJudge(await open(), ...args),
    calibrateDrift: async (...args) =>
      (await import("./calibrate/judge-cards.ts")).calibrateDrift(await open(), ...args),
    calibrateRepeat: async (...args) =>
      (await import("./calibrate/judge-again.ts")).calibrateRepeat(await open(), ...args),
    claimReport: async () => (await import("./corpus.ts")).claimReport(await open()),
    exportReview: async (...args) => (await import("./review/export.ts")).exportReview(await open(), ...args),
    serveReview: async (...args) => (await import("./review/serve.ts")).serveReview(await open(), ...args),
    mergeReview: async (...args) => (await import("./review-merge.ts")).mergeReview(...args),
    compare: async (...args) => (await import("./compare.ts")).compare(await open(), ...args),
    contrast: async (...args) => (await import("./compare.ts")).contrast(await open(), ...args),
    gate: async (...args) => (await import("./gate.ts")).gate(await open(), ...args),
    buildLeaderboard: async (...args) => (await import("./board.ts")).writeLeaderboard(await open(), ...args),
    checkLeaderboard: async (...args) => (await import("./board.ts")).checkLeaderboard(await open(), ...args),
    diffLeaderboards: async (...args) => (await import("./board.ts")).diffLeaderboards(...args),
    calibratePolicies: async (scan) =>
      (await import("./calibrate/policies.ts")).calibratePolicies(await open(), scan),
    calibrateAttacks: async (...args) =>
      (await import("./calibrate/attacks.ts")).calibrateAttacks(await open(), ...args),
    list: async (...args) => (await import("./list.ts")).list(await open(), ...args),
    listCoverage: async () => (await import("./list.ts")).listCoverage(await open()),
    show: async (...args) => (await import("./corpus.ts")).show(await open(), ...args),
    doctor: async () => (await import("./doctor.ts")).doctor(await open()),
  };
}
