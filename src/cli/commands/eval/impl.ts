import { ExitCode } from "../../../kernel/exit-code.ts";
import { orderModels } from "../../../report/order-models.ts";
import type { BenchContext } from "../../context.ts";
import type { EvalFlags } from "../../flags.ts";
import { followWork, whereabouts } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderRunPlan } from "../../render/run-plan.ts";
import { renderSummary } from "../../render/summary.ts";
import { runOptionsOf, scanOptionsOf } from "../../work-options.ts";

export async function evaluate(this: BenchContext, flags: EvalFlags): Promise<void> {
  const control = followWork(this, flags);
  const options = { ...runOptionsOf(flags), ...scanOptionsOf(flags) };
  const { run, scan } = await openBench(this, flags).evaluate(options, control);
  if (scan === null || scan.summary === null) {
    if (flags.json) printJson(this, { run_id: run.runId, directory: run.directory, run_plan: run.plan });
    else print(this, `${renderRunPlan(run.plan)}\nWritten to ${run.directory}; no model was asked.`);
    return;
  }
  const { summary } = scan;
  const isIncomplete = summary.models.some((model) => model.incomplete > 0);
  if (isIncomplete) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    const { runId: run_id, scanId: scan_id, directory, report } = scan;
    printJson(this, { run_id, scan_id, directory, report, summary });
    return;
  }
  const [worst] = orderModels(summary.models);
  const slug = worst?.model_id.replace("/", "__") ?? "*";
  print(
    this,
    [
      renderSummary(summary),
      "",
      `Report: ${scan.report}`,
      `Next:   invisiblebench explain ${run.runId} '${slug}/*'${whereabouts(flags)}`,
    ].join("\n"),
  );
}
