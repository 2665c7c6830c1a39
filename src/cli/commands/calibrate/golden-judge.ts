import { formatCount, formatProportion, formatScore } from "../../../report/format-number.ts";
import { renderTable } from "../../../report/render-table.ts";
import type { BenchContext } from "../../context.ts";
import type { ScanCommandFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderMatrix } from "../../render/label-calibration.ts";
import { renderScanPlan } from "../../render/scan-plan.ts";
import { commandLine } from "../../resume-command.ts";
import { scanOptionsOf } from "../../work-options.ts";

const COLUMNS = [
  { title: "Check" },
  { title: "Cards", align: "right" },
  { title: "Precision of FAIL" },
  { title: "Recall of FAIL" },
  { title: "UNCLEAR", align: "right" },
  { title: "Kappa", align: "right" },
  { title: "Label → verdict" },
] as const;

export async function calibrateGoldenJudge(
  context: BenchContext,
  flags: ScanCommandFlags & { readonly judge: string },
): Promise<void> {
  const control = followWork(context, flags);
  // The same settings continue the same scan.
  context.setResumeCommand(commandLine(context.args));
  const options = { ...scanOptionsOf(flags), judge: flags.judge };
  const result = await openBench(context, flags).calibrateJudge(options, control);
  const { judgement, plan, directory, judge } = result;
  if (flags.json) {
    printJson(context, result);
    return;
  }
  if (judgement === null) {
    print(context, `${renderScanPlan(plan)}\nWritten to ${directory}; no model was asked.`);
    return;
  }
  const { checks, clear, overall } = judgement;
  const rows = [...checks, { check: "clear cards", ...clear }, { check: "all cards", ...overall }].map(
    (on) => [
      on.check,
      String(on.items),
      formatProportion(on.precision),
      formatProportion(on.recall),
      formatCount(on.unclear.k, on.unclear.n),
      on.kappa.value === null ? "undefined" : formatScore(on.kappa.value),
      renderMatrix(on.matrix),
    ],
  );
  print(
    context,
    [
      `${judge} on golden cards`,
      renderTable(COLUMNS, rows),
      "",
      `${formatCount(judgement.mistakes.length, overall.items)} cards came out unlike their label; --json names them, ${directory} has every vote.`,
      "The labels are the cards' authors', with AI assistance: this is no validation by people.",
    ].join("\n"),
  );
}
