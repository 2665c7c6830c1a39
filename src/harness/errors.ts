import { BenchError, ExitCode } from "../kernel/errors.ts";

/** A model was cancelled while the others of its run went on. */
export class ModelCancelledError extends BenchError {
  readonly code = "IB_MODEL_CANCELLED";
  override readonly exitCode = ExitCode.incomplete;

  constructor(modelId: string) {
    super(`${modelId} was cancelled; the others of its run went on.`, {
      hint: "Everything so far is kept, and can be continued.",
      canContinue: true,
    });
  }
}
