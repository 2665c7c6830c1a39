import { BenchError } from "../kernel/bench-error.ts";

/** A run cannot take the name of the folder that holds scans of several runs. */
export class ReservedRunIdError extends BenchError {
  readonly code = "IB_RESERVED_RUN_ID";

  constructor(runId: string) {
    super(`"${runId}" cannot name a run: the folder of that name holds scans of several runs.`, {
      hint: "Choose another name with `--run-id`.",
    });
  }
}
