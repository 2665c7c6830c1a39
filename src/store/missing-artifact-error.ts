import { BenchError, type BenchErrorOptions } from "../kernel/bench-error.ts";

/** A run or a review batch lacks a file that the command needs to read. */
export class MissingArtifactError extends BenchError {
  readonly code = "IB_NO_SUCH_ARTIFACT";

  constructor(path: string, options: BenchErrorOptions = {}) {
    super(`There is no ${path}.`, {
      hint: "The command that writes it did not get that far: continue it with `--resume`.",
      ...options,
    });
  }
}
