import { BenchError } from "../kernel/bench-error.ts";

/** A run was named that is not there. */
export class NoSuchRunError extends BenchError {
  readonly code = "IB_NO_SUCH_RUN";

  constructor(directory: string) {
    super(`There is no run in ${directory}.`, { hint: "See what there is with `invisiblebench list runs`." });
  }
}
