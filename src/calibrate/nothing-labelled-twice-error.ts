import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** No item was labelled by two annotators on the same axis, so there is no agreement to measure. */
export class NothingLabelledTwiceError extends BenchError {
  readonly code = "IB_NOTHING_LABELLED_TWICE";
  override readonly exitCode = ExitCode.incomplete;

  constructor(annotators: readonly string[]) {
    super(`There is nothing to compare: ${reason(annotators)}.`, {
      hint: "Name the files of two or more annotators who labelled the same items on the same axes.",
    });
  }
}

function reason([first, ...others]: readonly string[]): string {
  if (first === undefined) return "the files hold no labels";
  if (others.length === 0) return `all labels are by one annotator, ${first}`;
  return `${[first, ...others].join(", ")} have no item and axis in common`;
}
