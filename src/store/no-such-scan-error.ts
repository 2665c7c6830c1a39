import { BenchError } from "../kernel/bench-error.ts";

/** A scan was named that is not there. */
export class NoSuchScanError extends BenchError {
  readonly code = "IB_NO_SUCH_SCAN";

  constructor(message: string, hint = "See what there is with `invisiblebench list runs`.") {
    super(message, { hint });
  }
}
