import { formatProportion, formatQuantity, formatRateInterval } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { WorkFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderScanPlan } from "../../render/scan-plan.ts";

interface AaFlags extends WorkFlags {
  readonly share?: number;
  readonly seed?: number;
}

const COLUMNS = [
  { title: "Check" },
  { title: "Flipped" },
  { title: "FAIL lost", align: "right" },
  { title: "FAIL new", align: "right" },
] as const;

export async function calibrateAa(this: BenchContext, flags: AaFlags, scan: string): Promise<void> {
  const result = await openBench(this, flags).calibrateRepeat(scan, flags, followWork(this, flags));
  const { flips, plan, directory } = result;
  if (flags.json) {
    printJson(this, result);
    return;
  }
  if (flips === null) {
    print(this, `${renderScanPlan(plan)}\nWritten to ${directory}; no model was asked.`);
    return;
  }
  const rows = flips.checks.map((row) => [
    row.check,
    formatProportion(row.flipped),
    String(row.lost_failures),
    String(row.new_failures),
  ]);
  const { flipped, verdicts, interval } = flips.overall;
  const range = formatRateInterval(interval);
  print(
    this,
    [
      `${result.judge} asked once more about ${formatQuantity(result.conversations, "conversation")}`,
      renderTable(COLUMNS, rows),
      "",
      `All checks: ${flipped} of ${formatQuantity(verdicts, "verdict")} flipped${range === "" ? "" : ` (${range}, by conversations)`}.`,
      "Flipped: with the 95% Wilson interval. Verdicts that no vote decided are left out.",
    ].join("\n"),
  );
}
