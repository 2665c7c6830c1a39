import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** The run has no conversation of the model that was named. */
export class NothingToExportError extends BenchError {
  readonly code = "IB_NOTHING_TO_EXPORT";
  override readonly exitCode = ExitCode.incomplete;

  constructor(model: string, known: readonly string[]) {
    super(`The run has no conversation of "${model}".`, { hint: `It has: ${known.join(", ")}.` });
  }
}
