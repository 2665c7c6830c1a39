import { ExitCode } from "../../../kernel/exit-code.ts";
import type { BenchContext } from "../../context.ts";
import type { RunCommandFlags } from "../../flags.ts";
import { followWork, whereabouts } from "../../follow-work.ts";
import { openBench } from "../../open-bench.ts";
import { print, printJson } from "../../print.ts";
import { renderRunPlan } from "../../render/run-plan.ts";
import { runOptionsOf } from "../../work-options.ts";

export async function runScenarios(this: BenchContext, flags: RunCommandFlags): Promise<void> {
  const control = followWork(this, flags);
  const { runId, directory, plan, incomplete } = await openBench(this, flags).run(
    runOptionsOf(flags),
    control,
  );
  if (incomplete > 0) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    printJson(this, { run_id: runId, directory, incomplete, run_plan: plan });
    return;
  }
  const missing = incomplete === 0 ? [] : [`${incomplete} of ${plan.totals.conversations} incomplete.`];
  const ending = flags.dryRun
    ? ["no model was asked."]
    : ["", `Next: invisiblebench scan ${runId}${whereabouts(flags)}`];
  print(this, [renderRunPlan(plan), `Written to ${directory}`, ...missing, ...ending].join("\n"));
}
