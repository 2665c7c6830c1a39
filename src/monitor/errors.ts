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

const KEYS_SHOWN = 20;

/** What a log is to be counted by is in none of its conversations. */
export class NoSuchKeyError extends BenchError {
  readonly code = "IB_NO_SUCH_KEY";

  /** @param keys those that are known; there may be others in files that were not read again */
  constructor(by: string, keys: readonly string[]) {
    const there = keys.length === 0 ? "" : `They have: ${keys.slice(0, KEYS_SHOWN).join(", ")}. `;
    super(`No conversation of the log has "${by}".`, {
      hint: `${there}Name a key that they have with \`by\`, or leave it out for the log's own labels.`,
    });
  }
}

/** A folder holds counts by one key, and a count by another would replace them. */
export class OtherLabelsError extends BenchError {
  readonly code = "IB_OTHER_LABELS";

  constructor(path: string, before: string | null, by: string | null) {
    const said = (key: string | null) => (key === null ? "the log's own labels" : `"${key}"`);
    super(`${path} was counted by ${said(before)}, and would be counted by ${said(by)} instead.`, {
      hint: `Name another folder for counts by ${said(by)}; or ${before === null ? "leave `by` out" : `give \`by\` as it was, ${said(before)}`}, to go on with this one.`,
    });
  }
}

/** Two periods that are to be compared hold the same conversations. */
export class SamePeriodError extends BenchError {
  readonly code = "IB_SAME_PERIOD";

  constructor(first: string, second: string, days: readonly string[]) {
    const both = days.length === 0 ? "" : `: ${days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`}`;
    super(`${first} and ${second} hold the same conversations${both}.`, {
      hint: "Each period is taken as conversations of its own: compare two folders, or periods of one that share no day, as watch@..2026-10-31 and watch@2026-11-01.. do.",
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

  /** @param days the first and the last of the log */
  constructor(where: string, days: readonly (string | null | undefined)[] = []) {
    const [first, last] = days;
    super(`${where} has no conversation.`, {
      hint: first
        ? `The log goes from ${first} to ${last}; days.csv has its days.`
        : "Its days are in days.csv: choose among them.",
    });
  }
}

/** A scan is not of a sample that was drawn from a log, or from the days it stands for, or nobody judged in it. */
export class NotASampleError extends BenchError {
  readonly code = "IB_NOT_A_SAMPLE";

  constructor(
    scan: string,
    problem: string,
    hint = 'Draw a sample with `sample`, have its run judged with `bench.scan(run, { judge: "MODEL" })`, and name that scan.',
  ) {
    super(`${scan} ${problem}.`, { hint });
  }
}

/** Conversations of one label are to be watched, and none has it. */
export class NoSuchLabelError extends BenchError {
  readonly code = "IB_NO_SUCH_LABEL";

  constructor(label: string, labels: readonly string[]) {
    super(`No conversation of the log has the label "${label}".`, {
      hint:
        labels.length === 0
          ? "None has a label: leave `label` out."
          : `There are: ${labels.slice(0, KEYS_SHOWN).join(", ")}${labels.length > KEYS_SHOWN ? `, and ${labels.length - KEYS_SHOWN} more in days.csv` : ""}.`,
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

/** A part of a log is not what a chunk was cut from: it was rewritten while it was counted. */
export class LogChangedError extends BenchError {
  readonly code = "IB_LOG_CHANGED";

  constructor(file: string, { start, end }: { readonly start: number; readonly end: number }) {
    super(`${file} is not what it was in its bytes ${start} to ${end}.`, {
      hint: "Count it again. A log may grow while it is counted; it may not be rewritten.",
    });
  }
}
