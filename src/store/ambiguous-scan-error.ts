import { BenchError } from "../kernel/bench-error.ts";

export class AmbiguousScanError extends BenchError {
  readonly code = "IB_AMBIGUOUS_SCAN";

  constructor(path: string, scanPaths: readonly string[]) {
    super(`${path} has ${scanPaths.length} scans.`, { hint: `Name one of them: ${scanPaths.join(", ")}.` });
  }
}
