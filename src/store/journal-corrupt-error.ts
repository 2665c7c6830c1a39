import { BenchError } from "../kernel/bench-error.ts";

/** A line of the journal other than a torn last one cannot be read, so nothing after it can be trusted. */
export class JournalCorruptError extends BenchError {
  readonly code = "IB_JOURNAL_CORRUPT";

  /** `cause` names the file, the line and what is wrong there. */
  constructor(cause: BenchError) {
    super(`The journal is damaged: ${cause.message}`, {
      cause,
      hint: "Restore the journal from a copy, or delete that line: its unit of work is then done again.",
    });
  }
}
