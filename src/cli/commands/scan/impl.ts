import { ExitCode } from "../../../kernel/exit-code.ts";
import type { BenchContext } from "../../context.ts";
import type { ScanCommandFlags } from "../../flags.ts";
import { followWork } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderScanPlan } from "../../render/scan-plan.ts";
import { renderSummary } from "../../render/summary.ts";
import { commandLine } from "../../resume-command.ts";
import { scanOptionsOf } from "../../work-options.ts";

export async function scanRun(
  this: BenchContext,
  flags: ScanCommandFlags,
  ...runs: readonly string[]
): Promise<void> {
  const control = followWork(this, flags);
  // The same settings continue the same scan.
  this.setResumeCommand(commandLine(this.args));
  const result = await openBench(this, flags).scan(runs, scanOptionsOf(flags), control);
  const { runId: run_id, scanId: scan_id, directory, plan, summary, report } = result;
  if (summary?.models.some((model) => model.incomplete > 0)) this.setExitCode(ExitCode.incomplete);
  if (flags.json) printJson(this, { run_id, scan_id, directory, report, scan_plan: plan, summary });
  else if (summary === null)
    print(this, `${renderScanPlan(plan)}\nWritten to ${directory}; no model was asked.`);
  else print(this, `${renderSummary(summary)}\n\nReport: ${report}`);
}
