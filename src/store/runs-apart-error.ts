import { BenchError } from "../kernel/bench-error.ts";

/** Runs that are scanned together lie in one results folder, where their scan goes too. */
export class RunsApartError extends BenchError {
  readonly code = "IB_RUNS_APART";

  constructor(folders: readonly string[]) {
    super(`The runs lie in different folders: ${folders.join(", ")}.`, {
      hint: "Move them below one results folder, or scan them one by one.",
    });
  }
}
