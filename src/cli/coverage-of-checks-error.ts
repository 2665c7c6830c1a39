import { BenchError } from "../kernel/bench-error.ts";

/** Coverage was asked for of something that covers nothing. */
export class CoverageOfChecksError extends BenchError {
  readonly code = "IB_COVERAGE_OF_CHECKS";

  constructor(kind: string) {
    super(`There is no coverage of ${kind}.`, { hint: "Run `invisiblebench list checks --coverage`." });
  }
}
