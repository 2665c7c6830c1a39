import { BenchError } from "../kernel/bench-error.ts";

/** A run's name becomes a directory, on every file system. */
export class BadRunIdError extends BenchError {
  readonly code = "IB_BAD_RUN_ID";

  constructor(runId: string) {
    super(`"${runId}" cannot name a run.`, {
      hint: "Use letters, digits, dots, dashes and underscores, at most 100, beginning with a letter or digit.",
    });
  }
}
