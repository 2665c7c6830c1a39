import { BenchError } from "../kernel/bench-error.ts";

/** A scan cannot be repeated alike, so that what differs would not be chance; the message has the reason. */
export class ScoringChangedError extends BenchError {
  readonly code = "IB_SCORING_CHANGED";

  constructor(scan: string, reason: string) {
    super(`${scan} cannot be judged once more alike: ${reason}.`, {
      hint: "Scan the run again with a judge and this corpus, and repeat that scan.",
    });
  }
}
