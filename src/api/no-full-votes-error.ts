import { BenchError } from "../kernel/bench-error.ts";

/** A scan has no question with all its votes, so no policy can be replayed on it. */
export class NoFullVotesError extends BenchError {
  readonly code = "IB_NO_FULL_VOTES";

  constructor(scan: string) {
    super(`${scan} has no question that was asked more than once, to the last vote.`, {
      hint: "Scan with `--profile full --repetitions 3`: that policy asks for every vote.",
    });
  }
}
