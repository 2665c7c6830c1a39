import { BenchError } from "../kernel/bench-error.ts";

/** A label that is to be compared with a verdict is none of the four. */
export class NotAVerdictError extends BenchError {
  readonly code = "IB_NOT_A_VERDICT";

  constructor(label: { readonly item: string; readonly annotator: string; readonly label: string }) {
    super(`${label.annotator} labelled ${label.item} "${label.label}", which is no verdict.`, {
      hint: "Where labels are compared with verdicts they are PASS, FAIL, UNCLEAR or NOT_APPLICABLE.",
    });
  }
}
