import { BenchError } from "../kernel/bench-error.ts";

/** A run directory lacks a file that the command needs to read. */
export class MissingArtifactError extends BenchError {
  readonly code = "IB_NO_SUCH_ARTIFACT";

  constructor(path: string, options: ErrorOptions = {}) {
    super(`There is no ${path}.`, {
      ...options,
      hint: "The command that writes it did not get that far: continue it with `--resume`.",
    });
  }
}
