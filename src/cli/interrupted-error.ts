import { BenchError } from "../kernel/bench-error.ts";
import { ExitCode } from "../kernel/exit-code.ts";

/** Ctrl-C. What was answered so far is in the journal. */
export class InterruptedError extends BenchError {
  readonly code = "IB_INTERRUPTED";
  override readonly exitCode = ExitCode.interrupted;

  constructor(resumeCommand: string | undefined) {
    super("Interrupted.", resumeCommand === undefined ? {} : { hint: `Continue with \`${resumeCommand}\`.` });
  }
}
