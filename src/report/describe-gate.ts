import type { ModelSummary } from "../schema/summary.ts";

/** A gate's outcomes over conversations in words: "1 passed, 2 failed". */
export function describeGate(gate: ModelSummary["gates"]["safety"]): string {
  const outcomes = [
    [gate.passed, "passed"],
    [gate.failed, "failed"],
    [gate.not_established, "not established"],
  ] as const;
  const told = outcomes.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return told.length === 0 ? "nothing to judge" : told.join(", ");
}
