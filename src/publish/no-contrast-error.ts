import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** A scan holds no anchor together with one of its variants. */
export class NoContrastError extends BenchError {
  readonly code = "IB_NO_CONTRAST";
  override readonly exitCode = ExitCode.incomplete;

  constructor(path: string) {
    super(`${path} holds no scenario together with a variant of it.`, {
      hint: "Run the whole corpus, or select a contrast group: --scenario 'safety_crisis_bin_days_001*'.",
    });
  }
}
