import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

export const executorErrors = defineErrors({
  /** A worker thread stopped before its work was done, usually because memory ran out. Results already on disk are kept. */
  IB_THREAD_DIED: (workers: number, cause: unknown) => {
    const why = cause instanceof Error ? cause.message : `it ended with ${String(cause)}`;
    return [
      `One of ${workers} workers died: ${why}`,
      {
        cause,
        hint: "Each worker needs some 300 MB of memory: repeat with fewer `workers`.",
        canContinue: true,
        exitCode: ExitCode.couldNotBeDone,
      },
    ];
  },
});
