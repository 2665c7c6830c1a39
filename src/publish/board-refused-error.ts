import { BenchError } from "../kernel/bench-error.ts";

/** Why scans make no board; the names are permanent. */
export type RefusalName =
  | "duplicate_model"
  | "unequal_coverage"
  | "unlike_fingerprints"
  | "unresolved_gate"
  | "harness"
  | "simulated"
  | "private"
  | "incomplete"
  | "nothing_scored"
  | "other_corpus";

export interface Refusal {
  readonly name: RefusalName;
  readonly message: string;
}

/** Some scans cannot stand on one board; the message lists every reason by its name. */
export class BoardRefusedError extends BenchError {
  readonly code = "IB_BOARD_REFUSED";
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    const reasons = refusals.map(({ name, message }) => `  ${name}: ${message}`);
    super(`These scans make no board:\n${reasons.join("\n")}`, {
      hint: "docs/leaderboard.md says what each reason means and what to do about it.",
    });
    this.refusals = refusals;
  }
}
