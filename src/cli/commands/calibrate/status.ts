import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { CommonFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const COLUMNS = [{ title: "Check" }, { title: "Claim-ready" }, { title: "Missing" }] as const;

export async function calibrationStatus(this: BenchContext, flags: CommonFlags): Promise<void> {
  const report = await openBench(this, flags).claimReport();
  if (flags.json) {
    printJson(this, report);
    return;
  }
  const ready = report.checks.filter(({ claim_ready }) => claim_ready).length;
  const rows = report.checks.map(({ check, claim_ready, missing }) => [
    check,
    claim_ready ? "yes" : "no",
    missing.join("; "),
  ]);
  print(
    this,
    [
      renderTable(COLUMNS, rows),
      "",
      `${ready} of ${report.checks.length} checks may be claimed. Judge: ${report.judge ?? "none was measured"}. Only people's labels count.`,
    ].join("\n"),
  );
}
