import { BenchError } from "../kernel/bench-error.ts";

/** An adjudicated row decides an item of which the files named hold no annotator's label. */
export class LonelyDecisionError extends BenchError {
  readonly code = "IB_LONELY_DECISION";

  constructor(place: string, item: string, axis: string) {
    super(`${place} decides ${item} on ${axis}, and no file named has an annotator's label of it.`, {
      hint: "Name the annotators' label files as well: `invisiblebench review merge` writes both.",
    });
  }
}
