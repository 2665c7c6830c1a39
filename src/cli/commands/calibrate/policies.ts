import { formatQuantity, formatRate } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";

const COLUMNS = [
  { title: "Policy" },
  { title: "Calls", align: "right" },
  { title: "Saved", align: "right" },
  { title: "Verdicts changed", align: "right" },
  { title: "of them gates", align: "right" },
  { title: "FAILs lost", align: "right" },
  { title: "FAILs gained", align: "right" },
] as const;

export async function calibratePolicies(this: BenchContext, flags: ReadFlags, scan: string): Promise<void> {
  const calibration = await openBench(this, flags).calibratePolicies(scan);
  if (flags.json) {
    printJson(this, calibration);
    return;
  }
  const { questions, left_out, policies } = calibration;
  const rows = policies.map((replay) => [
    replay.policy,
    String(replay.calls),
    formatRate(replay.saved),
    String(replay.verdicts_changed),
    String(replay.gate_verdicts_changed),
    `${replay.fails_lost}/${replay.fails}`,
    String(replay.fails_gained),
  ]);
  print(
    this,
    [
      renderTable(COLUMNS, rows),
      "",
      `Replayed on ${formatQuantity(questions, "question")} with all their votes; ${left_out} were stopped early or asked once, and are left out.`,
    ].join("\n"),
  );
}
