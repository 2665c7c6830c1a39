import { BenchError } from "../kernel/bench-error.ts";

/** Parquet cannot be printed. */
export class BinaryExportError extends BenchError {
  readonly code = "IB_BINARY_EXPORT";

  constructor() {
    super("A parquet file is not text and cannot be printed.", { hint: "Name a file with `--out`." });
  }
}
