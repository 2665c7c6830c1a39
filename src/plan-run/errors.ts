import { BenchError, ExitCode } from "../kernel/errors.ts";

/** A selection that leaves nothing to do. */
export class NothingSelectedError extends BenchError {
  readonly code = "IB_NOTHING_SELECTED";
  override readonly exitCode = ExitCode.incomplete;

  constructor(message: string) {
    super(message, { hint: 'Use `bench.list("scenarios")` to see the ids, categories and statuses.' });
  }
}
