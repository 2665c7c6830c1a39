import { BenchError } from "../kernel/bench-error.ts";

/** A gate's policy file has errors; the message lists them with line and column. */
export class BadPolicyError extends BenchError {
  readonly code = "IB_BAD_POLICY";

  constructor(problems: string) {
    super(`The policy has errors:\n${problems}`, { hint: "docs/gate.md describes every key." });
  }
}
