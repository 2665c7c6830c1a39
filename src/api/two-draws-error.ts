import { BenchError } from "../kernel/bench-error.ts";

/** Verdicts are to be drawn in two ways at once. */
export class TwoDrawsError extends BenchError {
  readonly code = "IB_TWO_DRAWS";

  constructor() {
    super("--per-stratum and --per-check are two ways of drawing, and a batch is drawn in one.", {
      hint: "--per-stratum N draws up to N of each check and verdict; --per-check N a random sample of each check, from which rates can be corrected. Give one of them.",
    });
  }
}
