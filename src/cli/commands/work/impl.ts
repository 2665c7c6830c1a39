import {
  describeCachedConversations,
  describeFreshness,
  describeLostConversations,
} from "../../../domain/evidence-words.ts";
import { formatQuantity } from "../../../domain/number-words.ts";
import type { RunResult, ScanResult } from "../../../index.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { commandLine } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { EvalFlags, RunCommandFlags, ScanCommandFlags } from "../../flags.ts";
import { followWork, locationFlags, nextScan } from "../../follow-work.ts";
import { openBench, queuedOf, runOptionsOf, scanOptionsOf } from "../../open-bench.ts";
import {
  renderRun,
  renderRunPlan,
  renderScanDryRun,
  renderScanPlan,
  renderSpent,
  renderTotal,
} from "../../render/plans.ts";
import { renderEvidence, renderSummary } from "../../render/summary.ts";
import { tellLosses } from "../../tell-losses.ts";

export async function runEval(this: CliContext, flags: EvalFlags): Promise<void> {
  const control = followWork(this, flags);
  const options = { ...runOptionsOf(flags), ...scanOptionsOf(flags), ...queuedOf(this, flags) };
  const { run, scan, judging, estimate, spent } = await openBench(this, flags).evaluate(options, control);
  if (scan === null || scan.summary === null) {
    if (flags.json) printJson(this, { run_plan: run.plan, judging_plan: judging, estimate });
    else {
      const plans = [renderRunPlan(run.plan), ...(judging === null ? [] : [renderScanPlan(judging)])];
      print(this, [...plans, renderTotal(estimate, flags.maxCostUsd)].join("\n\n"));
    }
    return;
  }
  const { summary } = scan;
  const isIncomplete = summary.models.some((model) => model.incomplete > 0);
  if (isIncomplete) this.setExitCode(ExitCode.incomplete);
  const { lines, ...again } = tellLosses(this, lossesOf(scan));
  if (flags.json) {
    const { runId: run_id, scanId: scan_id, directory, report, seal } = scan;
    const found = { run_id, scan_id, directory, report };
    printJson(this, { ...found, estimate, spent, summary, seal, ...again });
    return;
  }
  print(
    this,
    [
      `${renderEvidence(evidenceOf(scan))}${renderSummary(summary, scan.corpus)}`,
      "",
      ...renderSpent({ spent, estimate }),
      `Report: ${scan.report}`,
      ...(haveAgain(this, run) ?? [
        `Next:   ${this.program} explain ${run.runId}/${scan.scanId}${locationFlags(flags)}`,
      ]),
      ...lines,
    ].join("\n"),
  );
}

export async function runRun(this: CliContext, flags: RunCommandFlags): Promise<void> {
  const control = followWork(this, flags);
  const options = { ...runOptionsOf(flags), ...queuedOf(this, flags) };
  const ran = await openBench(this, flags).run(options, control);
  const { runId, directory, plan, estimate, spent, incomplete, lostBecause, conversations } = ran;
  if (conversations === null) {
    if (flags.json) printJson(this, { run_plan: plan, estimate });
    else print(this, `${renderRunPlan(plan)}\n\n${renderTotal(estimate, flags.maxCostUsd)}`);
    return;
  }
  if (incomplete > 0) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    const lost = { incomplete, lost_because: lostBecause };
    printJson(this, { run_id: runId, directory, ...lost, conversations, estimate, spent, run_plan: plan });
    return;
  }
  const next = haveAgain(this, ran) ?? nextScan(this, { runId, plan }, flags);
  const ending = ["", ...next];
  const cached = renderEvidence(describeCachedConversations(conversations));
  print(
    this,
    cached + [renderRun(plan), ...renderSpent(ran), `Written to ${directory}`, ...ending].join("\n"),
  );
}

/** What is missing of a run, why, and what to type; `null` where nothing is. */
function haveAgain(
  context: CliContext,
  { incomplete, lostBecause, plan }: Pick<RunResult, "incomplete" | "lostBecause" | "plan">,
): readonly string[] | null {
  const [reason] = lostBecause;
  if (incomplete === 0) return null;
  const why = reason === undefined ? "" : ` (${reason})`;
  return [
    `${incomplete} of ${formatQuantity(plan.totals.conversations, "conversation")} incomplete${why}.`,
    `Have ${incomplete === 1 ? "it" : "them"} again: ${context.resumeCommand()}`,
  ];
}

export async function runScan(
  this: CliContext,
  flags: ScanCommandFlags,
  ...runs: readonly string[]
): Promise<void> {
  const control = followWork(this, flags);
  // The same settings continue the same scan.
  this.setResumeCommand(commandLine(this.program, this.args));
  const options = { ...scanOptionsOf(flags), ...queuedOf(this, flags) };
  const result = await openBench(this, flags).scan(runs, options, control);
  const { runId: run_id, scanId: scan_id, directory, plan, estimate, spent, summary, report, seal } = result;
  if (summary === null) {
    if (flags.json) printJson(this, { run_id, scan_plan: plan, estimate });
    else print(this, renderScanDryRun(plan, flags.maxCostUsd));
    return;
  }
  if (summary.models.some((model) => model.incomplete > 0)) this.setExitCode(ExitCode.incomplete);
  const { lines, ...again } = tellLosses(this, lossesOf(result));
  if (flags.json) {
    const found = { run_id, scan_id, directory, report };
    printJson(this, { ...found, scan_plan: plan, estimate, spent, summary, seal, ...again });
    return;
  }
  const brokenOff = describeLostConversations(seal ?? {});
  // Of several runs the sentence does not say which.
  const haveThem =
    runs.length === 1
      ? [`Have them again: ${this.program} run --resume ${run_id}${locationFlags(flags)}`]
      : [];
  print(
    this,
    [
      `${renderEvidence(evidenceOf(result))}${renderSummary(summary, result.corpus)}`,
      "",
      ...renderSpent(result),
      `Report: ${report}`,
      ...brokenOff.flatMap((sentence) => [sentence, ...haveThem]),
      ...lines,
    ].join("\n"),
  );
}

/** What is lost is told at the end, where it is seen. */
function evidenceOf({ seal }: ScanResult): readonly string[] {
  return seal === null ? [] : describeFreshness(seal);
}

function lossesOf({ plan, seal }: ScanResult) {
  return { plan, lost: seal?.lost };
}
