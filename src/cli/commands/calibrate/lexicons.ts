import { formatScore } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const COLUMNS = [
  { title: "Lexicon" },
  { title: "Role" },
  { title: "Examples", align: "right" },
  { title: "Found", align: "right" },
  { title: "Missed", align: "right" },
  { title: "False alarms", align: "right" },
  { title: "Precision", align: "right" },
  { title: "Recall", align: "right" },
] as const;

export async function calibrateLexicons(
  this: BenchContext,
  flags: CommonFlags,
  file?: string,
): Promise<void> {
  const calibration = await openBench(this, flags).calibrateLexicons(file);
  if (flags.json) {
    printJson(this, calibration);
    return;
  }
  const rows = [...calibration.lexicons, ...calibration.roles, calibration.overall].map((score) => [
    score.lexicon,
    score.role ?? "",
    ...[score.examples, score.found, score.missed, score.false_alarms].map(String),
    formatScore(score.precision),
    formatScore(score.recall),
  ]);
  print(this, renderTable(COLUMNS, rows));
}
