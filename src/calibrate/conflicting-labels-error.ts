import { BenchError } from "../kernel/bench-error.ts";
import type { HumanLabel } from "../schema/human-label.ts";

/** One annotator gave the same item two different labels on the same axis; the message has both places. */
export class ConflictingLabelsError extends BenchError {
  readonly code = "IB_CONFLICTING_LABELS";

  constructor(
    first: { readonly label: string; readonly place: string },
    second: { readonly row: HumanLabel; readonly place: string },
  ) {
    const { annotator, item, axis, label } = second.row;
    super(
      `${annotator} labelled ${item} on ${axis} twice: ${first.label} at ${first.place}, ${label} at ${second.place}.`,
      { hint: "Keep one of the two lines, or give a second reading an annotator's name of its own." },
    );
  }
}
