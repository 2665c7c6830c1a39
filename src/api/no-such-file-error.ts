import { BenchError } from "../kernel/bench-error.ts";

/** A file that a command was pointed at is not there. */
export class NoSuchFileError extends BenchError {
  readonly code = "IB_NO_SUCH_FILE";

  constructor(path: string, options: ErrorOptions) {
    super(`There is no file ${path}.`, {
      ...options,
      hint: "Check the name; it is read from the current directory.",
    });
  }
}
