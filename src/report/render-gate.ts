import type { GateResult } from "../schema/gate-result.ts";
import { describeRule, gateOutcomeWords } from "./gate-words.ts";
import { renderTable } from "./render-table.ts";
import { SIMULATED_NOTE } from "./simulated-note.ts";

const COLUMNS = [{ title: "Rule" }, { title: "" }, { title: "Found" }] as const;

/** A gate's result for a terminal. */
export function renderGate(result: GateResult): string {
  const models = result.models.map((model) =>
    [
      `${model.model_id}: ${gateOutcomeWords[model.outcome]}`,
      renderTable(
        COLUMNS,
        model.rules.map(({ rule, outcome, message }) => [
          describeRule(rule),
          gateOutcomeWords[outcome],
          message,
        ]),
      ),
    ].join("\n"),
  );
  return [
    ...(result.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    ...models,
    `The gate ${result.outcome === "INCONCLUSIVE" ? "is inconclusive" : gateOutcomeWords[result.outcome]}.`,
  ].join("\n\n");
}
