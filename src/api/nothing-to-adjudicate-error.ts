import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** No item of a batch was labelled by two annotators who disagree. */
export class NothingToAdjudicateError extends BenchError {
  readonly code = "IB_NOTHING_TO_ADJUDICATE";
  override readonly exitCode = ExitCode.incomplete;

  constructor(path: string) {
    super(`There is nothing to adjudicate in ${path}: no item has two labels that differ.`, {
      hint: "`invisiblebench review merge` says who has labelled how much.",
    });
  }
}
