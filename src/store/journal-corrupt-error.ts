import { BenchError } from "../kernel/bench-error.ts";

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
