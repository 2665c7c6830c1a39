import type { BenchContext } from "../../context.ts";
import type { RunCommandFlags } from "../../flags.ts";
import { followWork, whereabouts } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderRunPlan } from "../../render/run-plan.ts";
import { runOptionsOf } from "../../work-options.ts";

export async function runScenarios(this: BenchContext, flags: RunCommandFlags): Promise<void> {
  const control = followWork(this, flags, "invisiblebench run");
  const { runId, directory, plan } = await openBench(this, flags).run(runOptionsOf(flags), control);
  if (flags.json) {
    printJson(this, { run_id: runId, directory, run_plan: plan });
    return;
  }
  const ending = flags.dryRun
    ? ["no model was asked."]
    : ["", `Next: invisiblebench scan ${runId}${whereabouts(flags)}`];
  print(this, [renderRunPlan(plan), `Written to ${directory}`, ...ending].join("\n"));
}
