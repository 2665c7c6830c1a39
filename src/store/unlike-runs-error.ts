import { BenchError } from "../kernel/bench-error.ts";

/** Runs that were not made alike cannot be judged as one. */
export class UnlikeRunsError extends BenchError {
  readonly code = "IB_UNLIKE_RUNS";

  constructor(first: string, other: string, parts: readonly string[]) {
    super(`${first} and ${other} were not made alike: they differ in ${parts.join(", ")}.`, {
      hint: "Runs may be scanned together if only their models and repeats differ. Scan these one by one.",
    });
  }
}
