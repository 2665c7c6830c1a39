import { BenchError } from "../kernel/bench-error.ts";

/** A review batch is not what was exported: it, its items, its key or a label do not belong together. */
export class ReviewBatchChangedError extends BenchError {
  readonly code = "IB_REVIEW_BATCH_CHANGED";

  constructor(problem: string) {
    super(problem, {
      hint: "A batch is frozen, so that everyone reads the same. Restore the files, or export a batch of its own.",
    });
  }
}
