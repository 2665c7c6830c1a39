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

/** A router was named, and branch points do not say what their ways mean. */
export class WaysWithoutMeaningError extends BenchError {
  readonly code = "IB_WAYS_WITHOUT_MEANING";

  /** @param places the turns, as people name them */
  constructor(places: readonly string[]) {
    super(`A router can only be asked about ways that say what they mean: ${places.join(", ")} do not.`, {
      hint: "Say under means what the reply did, for every branch of such a turn and for the turn itself; or leave out `router`.",
    });
  }
}
