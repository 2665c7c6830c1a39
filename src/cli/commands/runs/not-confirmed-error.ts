import { BenchError } from "../../../kernel/bench-error.ts";

/** Something would have been removed for good, and nobody agreed to it. */
export class NotConfirmedError extends BenchError {
  readonly code = "IB_NOT_CONFIRMED";

  constructor(directory: string) {
    super(`${directory} was not deleted: nobody agreed to it.`, { hint: "--yes deletes without asking." });
  }
}
