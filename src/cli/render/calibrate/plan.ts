import { formatQuantity } from "../../../domain/number-words.ts";
import type { LabelPlan } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";

const COLUMNS = [
  { title: "Check" },
  { title: "Severity" },
  { title: "Labelled", align: "right" },
  { title: "FAIL", align: "right" },
  { title: "Verdicts", align: "right" },
  { title: "Items to draw", align: "right" },
  { title: "FAIL expected", align: "right" },
  { title: "Labels", align: "right" },
  { title: "Hours", align: "right" },
  { title: "Also missing" },
] as const;

export function renderLabelPlan(
  { checks, total, annotators, minutesPerLabel }: LabelPlan,
  width: number,
): string {
  const rows = checks.map((row) => [
    row.check,
    row.gate ? `${row.severity}, gate` : row.severity,
    String(row.labelled),
    String(row.failures),
    row.verdicts === null ? "—" : String(row.verdicts),
    String(row.items),
    row.expectedFailures === null ? "—" : row.expectedFailures.toFixed(0),
    String(row.labels),
    row.hours.toFixed(1),
    [...(row.reachable === false ? ["more verdicts, or more that fail"] : []), ...row.alsoMissing].join("; "),
  ]);
  const short = checks.filter(({ reachable }) => reachable === false).length;
  const isGuess = checks.every(({ verdicts }) => verdicts === null);
  return [
    renderTable(COLUMNS, rows, width),
    "",
    `${short > 0 || isGuess ? "At least " : ""}${formatQuantity(total.items, "item")}, ${formatQuantity(total.labels, "label")} by ${annotators} people each: ${total.hours.toFixed(0)} hours at ${formatQuantity(minutesPerLabel, "minute")} a label.`,
    isGuess
      ? "Name a scan, and how rare failures are in it is taken along."
      : "Items of a two-phase draw that has enough FAILs nine times in ten, if its assumptions hold: `review export --design two-phase --labels N`.",
    ...(short === 0
      ? []
      : [`${formatQuantity(short, "check")} cannot get there from these scans: scan more conversations.`]),
  ].join("\n");
}
