import type { GoldenCalibration } from "../calibrate/calibrate-golden.ts";
import type { LexiconCalibration } from "../calibrate/calibrate-lexicons.ts";
import type { BenchOptions, Control, RunOptions, ScanOptions } from "./bench-options.ts";
import type { DoctorFinding } from "./doctor.ts";
import type { Explanation } from "./explain.ts";
import type { LintResult } from "./lint.ts";
import type { Listing, ListKind } from "./list.ts";
import type { RenderedReport, ReportFormat } from "./report.ts";
import type { RunResult, ScanResult } from "./run-and-scan.ts";
import type { Shown } from "./show.ts";

/** Everything InvisibleBench can do, as a library. */
export interface Bench {
  /** Plan, run, scan, score, report. */
  evaluate(
    options: RunOptions & ScanOptions,
    control: Control,
  ): Promise<{ readonly run: RunResult; readonly scan: ScanResult | null }>;
  /** Transcripts only. */
  run(options: RunOptions, control: Control): Promise<RunResult>;
  /** Verdicts and scorecards for the transcripts of a run. */
  scan(run: string, options: ScanOptions, control: Control): Promise<ScanResult>;
  /** Renders a finished scan again; asks no model. */
  report(scan: string, format: ReportFormat): Promise<RenderedReport>;
  /** What was decided about a conversation, and on what grounds. */
  explain(scan: string, scenario: string, check?: string): Promise<readonly Explanation[]>;
  /** Every problem of the corpus, or those below some paths. */
  lint(paths: readonly string[], signal: AbortSignal): Promise<LintResult>;
  /** Precision and recall of the lexicons on a file of examples. @default the corpus's held-out ones */
  calibrateLexicons(file?: string): Promise<LexiconCalibration>;
  /** Each check's deterministic part against its golden cards. */
  calibrateGolden(checks: readonly string[]): Promise<GoldenCalibration>;
  list(kind: ListKind): Promise<Listing>;
  /** Checks with the scenarios, families and cues they meet. */
  listCoverage(): Promise<Listing>;
  show(id: string): Promise<Shown>;
  doctor(environment: Readonly<Record<string, string | undefined>>): Promise<readonly DoctorFinding[]>;
}

/** A bench over a corpus and a results folder. Each part is loaded when it is first used. */
export function createBench(options: BenchOptions = {}): Bench {
  const workshop = async () => (await import("./workshop.ts")).openWorkshop(options);
  let opened: ReturnType<typeof workshop> | undefined;
  const open = () => {
    opened ??= workshop();
    return opened;
  };
  return {
    evaluate: async (...args) => (await import("./run-and-scan.ts")).evaluate(await open(), ...args),
    run: async (...args) => (await import("./run-and-scan.ts")).run(await open(), ...args),
    scan: async (...args) => (await import("./run-and-scan.ts")).scan(await open(), ...args),
    report: async (...args) => (await import("./report.ts")).report(await open(), ...args),
    explain: async (...args) => (await import("./explain.ts")).explain(await open(), ...args),
    lint: async (...args) => (await import("./lint.ts")).lint((await open()).corpusRoot, ...args),
    calibrateLexicons: async (file) =>
      (await import("./calibrate.ts")).calibrateLexiconsOn(await open(), file),
    calibrateGolden: async (checks) =>
      (await import("./calibrate.ts")).calibrateGoldenCards(await open(), checks),
    list: async (...args) => (await import("./list.ts")).list(await open(), ...args),
    listCoverage: async () => (await import("./list-coverage.ts")).listCoverage(await open()),
    show: async (...args) => (await import("./show.ts")).show(await open(), ...args),
    doctor: async (...args) => (await import("./doctor.ts")).doctor(await open(), ...args),
  };
}
