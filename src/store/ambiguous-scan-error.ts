import { BenchError } from "../kernel/bench-error.ts";

/** A run was named where a scan was wanted, and it has several. */
export class AmbiguousScanError extends BenchError {
  readonly code = "IB_AMBIGUOUS_SCAN";

  constructor(path: string, scanPaths: readonly string[]) {
    super(`${path} has ${scanPaths.length} scans.`, { hint: `Name one of them: ${scanPaths.join(", ")}.` });
  }
}
