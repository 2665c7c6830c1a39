import { isSimulatedName } from "../domain/models.ts";
import { describeCostQuestion, describeSpent } from "../domain/number-words.ts";
import type { Control, Follow, WorkEvent } from "../index.ts";
import { stageTotals } from "../measure/call-count.ts";
import { JournalCounter } from "../measure/journal-totals.ts";
import { addSpent, spentOn } from "../measure/spent.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import { resumeCommand, retryingLost } from "./command-line.ts";
import { type CliContext, canAsk, endSignOfLife, isAgreed } from "./context.ts";
import { cliErrors } from "./errors.ts";
import type { WorkFlags } from "./flags.ts";
import { jsonProgress, liveProgress, plainProgress, quietProgress } from "./progress.ts";
import { questionlessLines } from "./render/plans.ts";
import { isDumb } from "./terminal-look.ts";

/** Shows progress on stderr, in the form that the flags and the terminal allow. */
export function progressControl(context: CliContext, flags: WorkFlags): Required<Control> {
  let { maxCostUsd } = flags;
  const tell = progressOf(context, flags);
  const meter = spendingMeter();
  context.setSpentSoFar(meter.sentence);
  context.setExpectedUsd(meter.expectedUsd);
  return {
    signal: context.signal,
    began: (runId) => context.setResumeCommand(resumeCommand(context.program, context.args, runId)),
    onEvent: (event) => {
      endSignOfLife(context);
      tell(event);
      meter.add(event);
      const command = context.resumeCommand();
      // Continuing after an interruption should also retry the calls that failed by then.
      if (command !== undefined && isFailedJudging(event)) context.setResumeCommand(retryingLost(command));
    },
    approve: async (estimate, { run, scan, agreed }) => {
      // A resumed run's ceiling was approved at its start.
      maxCostUsd ??= run?.max_cost_usd;
      meter.expect(estimate.cost_usd.high);
      const question = describeCostQuestion(estimate, agreed);
      endSignOfLife(context);
      const questionless = scan === null || flags.quiet ? [] : questionlessLines(scan);
      for (const line of questionless) context.process.stderr.write(`${line}\n`);
      if (question === null || flags.yes) return;
      if (canAsk(context)) {
        if (!(await isAgreed(context, `${question} Go on?`))) throw cliErrors.IB_DECLINED();
      } else if (maxCostUsd === undefined) throw cliErrors.IB_SPENDING_NOT_AGREED(question);
    },
  };
}

/** Returns the options of the requested work, without those for following it, and its control. */
export function followCall<Options extends WorkFlags & { readonly signal: AbortSignal }>({
  context,
  options,
}: {
  readonly context: CliContext;
  readonly options: Options;
}) {
  const { yes: _, progress: __, quiet: ___, signal: ____, ...work } = options;
  return [work, progressControl(context, options)] as const;
}

/** Adds up the cost of a command's calls so far, and of earlier invocations as far as known. */
function spendingMeter() {
  const calls = new JournalCounter();
  let before = spentOn([]);
  let expectedUsd = 0;
  const spentNow = () => {
    const byModel = [...calls.totals.byModel].map(
      ([model, totals]) => [model, stageTotals(totals, isSimulatedName(model))] as const,
    );
    return spentOn([Object.fromEntries(byModel)]);
  };
  return {
    /** @param leftUsd highest cost of the remaining work */
    expect(leftUsd: number): void {
      expectedUsd = Math.max(expectedUsd, spentNow().at_most_usd + leftUsd);
    },
    expectedUsd: () => before.at_most_usd + expectedUsd,
    add(event: WorkEvent): void {
      if (event.kind === "call") calls.record(event.entry);
      if (event.kind !== "planned") return;
      const usd = Object.values(event.spentUsd ?? {}).reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
      before = addSpent(before, { ...spentOn([]), cost_usd: usd, at_most_usd: usd });
    },
    sentence(): string | null {
      return describeSpent(addSpent(before, spentNow()), null);
    },
  };
}

function isFailedJudging(event: WorkEvent): boolean {
  return event.kind === "call" && event.stage === "scan" && event.entry.event === "failed";
}

function progressOf(context: CliContext, flags: WorkFlags): Follow {
  const { stderr } = context.process;
  const screen = {
    write: (text: string) => void stderr.write(text),
    columns: context.columns,
    nowMs: () => context.clock.monotonicMs(),
  };
  if (flags.quiet || flags.progress === "none") return quietProgress(screen);
  if (flags.progress === "json") return jsonProgress(screen);
  const isRedrawn = context.isInteractive && !isDumb(context.env) && flags.progress === "auto";
  return isRedrawn ? liveProgress(screen) : plainProgress(screen);
}

/**
 * Returns the command that judges a run. The simulated judge knows only simulated conversations; the person chooses
 * any other judge.
 */
export function nextScan(
  { program, location }: CliContext,
  { runId, plan }: { readonly runId: string; readonly plan: Pick<RunPlan, "models"> },
): readonly string[] {
  const scan = `Next: ${program} scan ${runId}`;
  if (plan.models.every(({ simulated }) => simulated)) return [scan + location()];
  return [
    `${scan} --profile smoke${location()}`,
    "      With --judge and a model, in place of --profile smoke, a judge is asked too.",
  ];
}
