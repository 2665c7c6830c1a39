import { BenchError } from "../kernel/bench-error.ts";

/** A scan of private scenarios or imported conversations was about to be published. */
export class PrivateScanError extends BenchError {
  readonly code = "IB_PRIVATE_SCAN";

  constructor(scan: string) {
    super(`${scan} was made with private scenarios or conversations and is not published.`, {
      hint: "Look at it with `invisiblebench view`, or pass its report on yourself.",
    });
  }
}
