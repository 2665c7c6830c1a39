import { BenchError } from "../kernel/bench-error.ts";

/** A run is resumed with settings other than the ones it began with. */
export class PlanChangedError extends BenchError {
  readonly code = "IB_PLAN_CHANGED";

  constructor(where: string, differences: readonly string[]) {
    super(`${where} was planned differently: ${differences.join(", ")} changed since.`, {
      hint: "Resume with the same settings and corpus, or begin anew under another `--run-id`.",
    });
  }
}
