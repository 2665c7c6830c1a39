import { BenchError } from "../kernel/bench-error.ts";

/** A file is already where a new one was to go; nothing is written over. */
export class FileExistsError extends BenchError {
  readonly code = "IB_FILE_EXISTS";

  constructor(path: string) {
    super(`${path} exists already, and was left as it is.`, {
      hint: "Name another folder, or move the file away first.",
    });
  }
}
