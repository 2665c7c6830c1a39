import { BenchError } from "../kernel/bench-error.ts";

/** No provider serves the model that was named. */
export class UnknownModelError extends BenchError {
  readonly code = "IB_UNKNOWN_MODEL";

  constructor(model: string, known: readonly string[]) {
    super(`No model is named "${model}".`, {
      hint: `Models this version can ask: ${known.join(", ")}. \`invisiblebench list models\` describes them.`,
    });
  }
}
