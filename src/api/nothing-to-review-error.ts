import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A scan has no verdict of the wanted checks that a person could label. */
export class NothingToReviewError extends BenchError {
  readonly code = "IB_NOTHING_TO_REVIEW";
  override readonly exitCode = ExitCode.incomplete;

  constructor(scan: string, checks: readonly string[]) {
    const of = checks.length === 0 ? "" : ` of ${checks.join(", ")}`;
    super(`${scan} has no verdict${of} to be labelled.`, {
      hint: "A check that no conversation gave occasion for has no verdict. Name others, or scan a run that has more scenarios.",
    });
  }
}
