/** Renders the corpus for a terminal: one item of it, and which checks meet which scenarios. */
import type { LintResult } from "../../index.ts";
import { renderRows } from "../../report/render-table.ts";

/** Renders a value as indented text: keys in words, lists as dashes, long text with its line breaks. */
export function renderOutline(value: unknown, depth = 0): string {
  const margin = "  ".repeat(depth);
  if (Array.isArray(value)) {
    return value.map((item) => `${margin}- ${renderOutline(item, depth + 1).trimStart()}`).join("\n");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => {
        const isNested = typeof member === "object" && member !== null;
        const isLong = typeof member === "string" && member.includes("\n");
        return isNested || isLong
          ? `${margin}${key}:\n${renderOutline(member, depth + 1)}`
          : `${margin}${key}: ${String(member)}`;
      })
      .join("\n");
  }
  return String(value)
    .trimEnd()
    .split("\n")
    .map((line) => `${margin}${line}`)
    .join("\n");
}

/** Shows which checks meet which scenarios: a check that meets few makes a claim that rests on few. */
export function renderCoverage(coverage: LintResult["coverage"], width: number): string {
  const checks = renderRows(
    Object.entries(coverage.scenarios_per_check),
    [
      ["Check", ([check]) => check],
      ["Scenarios", ([, scenarios]) => String(scenarios), "right"],
      ["Cues", ([check]) => String(coverage.cues_per_event_window_check[check] ?? ""), "right"],
    ],
    width,
  );
  const scenarios = renderRows(
    Object.entries(coverage.checks_per_scenario),
    [
      ["Scenario", ([scenario]) => scenario],
      ["Checks", ([, count]) => String(count), "right"],
    ],
    width,
  );
  return `${checks}\n\n${scenarios}`;
}

/** Renders the words in which the two scripts of each pair differ, so that an author sees whether only the person differs. */
export function renderPairs(pairs: LintResult["pairs"]): string {
  return pairs
    .flatMap(({ pair, differs_in, groups, turns }) => [
      `${pair}, ${differs_in}: ${groups.join(" and ")}`,
      ...turns.map(({ place, words }) => `  ${place}: ${words.join(", ")}`),
    ])
    .join("\n");
}
