/** The corpus for a terminal: one thing of it whole, and which checks meet which scenarios. */
import type { LintResult } from "../../index.ts";
import { renderRows } from "../../report/render-table.ts";

/** A value as indented text: keys in words, lists as dashes, long text kept in its lines. */
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

/** Which checks meet which scenarios: a check that meets few is a claim that rests on few. */
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

/** In which words the two scripts of each pair differ: an author sees at a glance whether they are about the person alone. */
export function renderPairs(pairs: LintResult["pairs"]): string {
  return pairs
    .flatMap(({ pair, differs_in, groups, turns }) => [
      `${pair}, ${differs_in}: ${groups.join(" and ")}`,
      ...turns.map(({ place, words }) => `  ${place}: ${words.join(", ")}`),
    ])
    .join("\n");
}
