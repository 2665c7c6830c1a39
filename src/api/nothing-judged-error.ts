import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A scan has no judge, or no verdict on anything that was labelled, so that there is nothing to keep of it. */
export class NothingJudgedError extends BenchError {
  readonly code = "IB_NOTHING_JUDGED";
  override readonly exitCode = ExitCode.incomplete;

  constructor(scan: string) {
    super(`No judge said anything in ${scan} of what was labelled.`, {
      hint: "Name the scan whose verdicts were labelled: an item is `<transcript_id>#<mode_id>`.",
    });
  }
}
