import { BenchError } from "../kernel/bench-error.ts";

/** A run's texts were replaced by hashes, so that nothing can be judged, continued or exported from it. */
export class RunRedactedError extends BenchError {
  readonly code = "IB_RUN_REDACTED";

  constructor(directory: string) {
    super(`${directory} is redacted: its texts are gone, and only what was decided about them is left.`, {
      hint: "`explain` and `report` still show its scans. Import or run the conversations again to judge them.",
    });
  }
}
