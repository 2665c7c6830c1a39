import type { GateResult } from "../schema/gate-result.ts";
import { describeRule } from "./gate-words.ts";
import { stripTerminal } from "./strip-terminal.ts";

/** Workflow commands that GitHub shows on a run: one line for each rule that does not hold or cannot be decided. */
export function renderGateAnnotations(result: GateResult): string {
  return result.models
    .flatMap((model) =>
      model.rules
        .filter(({ outcome }) => outcome !== "PASS")
        .map(({ outcome, rule, message }) => {
          const level = outcome === "FAIL" ? "error" : "warning";
          const title = escapeProperty(`${model.model_id}: ${describeRule(rule)}`);
          return `::${level} title=${title}::${escapeData(message)}`;
        }),
    )
    .join("\n");
}

function escapeData(text: string): string {
  return stripTerminal(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
