import { BenchError } from "../kernel/bench-error.ts";

/** A folder is no review batch. */
export class NoSuchBatchError extends BenchError {
  readonly code = "IB_NO_SUCH_BATCH";

  constructor(path: string, options: ErrorOptions = {}) {
    super(`There is no review batch in ${path}.`, {
      ...options,
      hint: "`invisiblebench review export SCAN` makes one and says where it is.",
    });
  }
}
