import { BenchError } from "../kernel/errors.ts";

/** What a log is to be counted by has so many values that nobody could read the counts. */
export class TooManyLabelsError extends BenchError {
  readonly code = "IB_TOO_MANY_LABELS";

  constructor(by: string | null, most: number) {
    super(`${by === null ? "The log's labels have" : `"${by}" has`} more than ${most} different values.`, {
      hint: "Count by something that has few, such as the model or the version, with `by`; what was counted is kept.",
    });
  }
}

/** A log has no times, or too few days of them, so that there is no baseline and nothing after it. */
export class NoBaselineError extends BenchError {
  readonly code = "IB_NO_BASELINE";

  constructor(problem: string) {
    super(problem, {
      hint: "A baseline is some days of the log, and what is watched are the days after it: name its last day with `baselineUntil`.",
    });
  }
}

/** Two logs were counted with different word lists or checks, so that a difference would say nothing of the assistant. */
export class UnlikeMonitorsError extends BenchError {
  readonly code = "IB_UNLIKE_MONITORS";

  constructor(first: string, second: string) {
    super(`${first} and ${second} were counted with different words.`, {
      hint: "Count both logs again with this version: what was counted before is kept beside it.",
    });
  }
}

/** Nothing of a log is left to be drawn from, or to be compared. */
export class EmptyPeriodError extends BenchError {
  readonly code = "IB_EMPTY_PERIOD";

  constructor(where: string) {
    super(`${where} has no conversation.`, {
      hint: "Its days are in days.csv: choose among them.",
    });
  }
}

/** A scan is not of a sample that was drawn from a log, or nobody judged in it. */
export class NotASampleError extends BenchError {
  readonly code = "IB_NOT_A_SAMPLE";

  constructor(scan: string, problem: string) {
    super(`${scan} ${problem}.`, {
      hint: "Draw a sample with `sample`, have its run judged with `bench.scan(run, { judge })`, and name that scan.",
    });
  }
}

/** All words of a monitored log were removed for good; counting it again would bring them back. */
export class RedactedMonitorError extends BenchError {
  readonly code = "IB_MONITOR_REDACTED";

  constructor(path: string) {
    super(`The words in ${path} were removed for good.`, {
      hint: "Its counts can be read, watched and compared. To count a log, name another folder.",
    });
  }
}
