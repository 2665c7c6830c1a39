import { BenchError, ExitCode } from "../kernel/errors.ts";
import { askIfMeant } from "../text/match/nearest-name.ts";

/** A selection that leaves nothing to do. */
export class NothingSelectedError extends BenchError {
  readonly code = "IB_NOTHING_SELECTED";
  override readonly exitCode = ExitCode.incomplete;

  /** @param similar names that may have been meant */
  constructor(message: string, similar: readonly string[] = []) {
    super(message, {
      hint: `${askIfMeant(similar)}Use \`bench.list("scenarios")\` to see the ids, categories and statuses.`,
    });
  }
}
