import type { LintResult } from "../../index.ts";
import { renderTable } from "../../report/render-table.ts";

/** Which checks meet which scenarios: a check that meets few is a claim that rests on few. */
export function renderCoverage(coverage: LintResult["coverage"]): string {
  const checks = renderTable(
    [{ title: "Check" }, { title: "Scenarios", align: "right" }, { title: "Cues", align: "right" }],
    Object.entries(coverage.scenarios_per_check).map(([check, scenarios]) => [
      check,
      String(scenarios),
      String(coverage.cues_per_event_window_check[check] ?? ""),
    ]),
  );
  const scenarios = renderTable(
    [{ title: "Scenario" }, { title: "Checks", align: "right" }],
    Object.entries(coverage.checks_per_scenario).map(([scenario, count]) => [scenario, String(count)]),
  );
  return `${checks}\n\n${scenarios}`;
}
