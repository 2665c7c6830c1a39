/**
 * The public API of InvisibleBench.
 * @module
 */
export type { BenchOptions, Control, RunOptions, ScanOptions } from "./api/bench-options.ts";
export { type Bench, createBench } from "./api/create-bench.ts";
export type { DoctorFinding } from "./api/doctor.ts";
export type { Explanation } from "./api/explain.ts";
export type { LintResult } from "./api/lint.ts";
export type { Listing, ListKind } from "./api/list.ts";
export type { RenderedReport, ReportFormat } from "./api/report.ts";
export type { MergedReview } from "./api/review-merge.ts";
export type { RunResult, ScanResult } from "./api/run-and-scan.ts";
export type { Shown } from "./api/show.ts";
export type { GoldenCalibration, GoldenScore } from "./calibrate/calibrate-golden.ts";
export type { LexiconCalibration, LexiconScore } from "./calibrate/calibrate-lexicons.ts";
export { BenchError } from "./kernel/bench-error.ts";
export { ExitCode } from "./kernel/exit-code.ts";
export type { Follow, WorkEvent } from "./work-event.ts";
