import { BenchError, ExitCode } from "../kernel/errors.ts";

/** A thread ended before its work did, most often for want of memory; what was on disk before the command still is. */
export class ThreadDiedError extends BenchError {
  readonly code = "IB_THREAD_DIED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(workers: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : `it ended with ${String(cause)}`;
    super(`One of ${workers} workers died: ${why}`, {
      cause,
      hint: "Each worker needs some 300 MB of memory: repeat with fewer `workers`.",
      canContinue: true,
    });
  }
}
