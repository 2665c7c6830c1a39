import { BenchError } from "../kernel/bench-error.ts";

/** Rates are to be corrected, or labels are a validation set, and no scan says what was judged. */
export class MissingScanError extends BenchError {
  readonly code = "IB_MISSING_SCAN";

  constructor(
    flag: "--corrected" | "--validation" | "--write-judged",
    scanFlag: "--scan" | "--validation-scan",
  ) {
    super(`${flag} needs ${scanFlag}: nothing says which verdicts the labels are about.`, {
      hint: `Add ${scanFlag} with the scan whose verdicts were labelled.`,
    });
  }
}
