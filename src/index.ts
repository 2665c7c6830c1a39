/**
 * The public API of InvisibleBench.
 * @module
 */

export type { Bench } from "./api/bench.ts";
export type { BenchOptions, RunOptions, ScanOptions } from "./api/bench-options.ts";
export type { Control } from "./api/control.ts";
export type { LintResult, Shown } from "./api/corpus.ts";
export { createBench } from "./api/create-bench.ts";
export type { DoctorFinding } from "./api/doctor.ts";
export type { RunResult } from "./api/eval.ts";
export type { Explanation } from "./api/explain.ts";
export type { Listing, ListKind } from "./api/list.ts";
export type { RenderedReport, ReportFormat } from "./api/report.ts";
export type { MergedReview } from "./api/review-merge.ts";
export type { ScanResult } from "./api/scan.ts";
export type { GoldenCalibration, GoldenScore } from "./calibrate/calibrate-golden.ts";
export type { LexiconCalibration, LexiconScore } from "./calibrate/calibrate-lexicons.ts";
export { BenchError, ExitCode } from "./kernel/errors.ts";
export type { Follow, WorkEvent } from "./run-context.ts";
