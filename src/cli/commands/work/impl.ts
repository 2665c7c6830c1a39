import {
  describeCachedConversations,
  describeFreshness,
  describeLostConversations,
} from "../../../domain/evidence-words.ts";
import { formatQuantity } from "../../../domain/number-words.ts";
import type { Bench, EvaluatedPart, RunResult, ScanResult } from "../../../index.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { renderPackContrast } from "../../../report/render-contrast.ts";
import type { Summary } from "../../../schema/scan/summary.ts";
import { commandLine, locationFlags, shellQuote } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { EvalFlags, RunCommandFlags, ScanCommandFlags } from "../../flags.ts";
import { followWork, nextScan } from "../../follow-work.ts";
import { openBench, planToOf, queuedOf, runOptionsOf, scanOptionsOf } from "../../open-bench.ts";
import { renderOwnChecks } from "../../render/own-checks.ts";
import {
  renderRun,
  renderRunPlan,
  renderScanDryRun,
  renderScanPlan,
  renderSpent,
  renderTotal,
} from "../../render/plans.ts";
import { renderEvidence, renderSummary } from "../../render/summary.ts";
import { tellFirst, tellSeveral, whyOpen } from "../../tell-findings.ts";
import { tellLosses } from "../../tell-losses.ts";

export async function runEval(this: CliContext, flags: EvalFlags): Promise<void> {
  const control = followWork(this, flags);
  const planTo = planToOf(flags);
  const options = { ...runOptionsOf(flags), ...scanOptionsOf(flags), ...planTo, ...queuedOf(this, flags) };
  const bench = openBench(this, flags);
  const evaluated = await bench.evaluate(options, control);
  const { run, scan, estimate, spent, packs } = evaluated;
  if (scan === null || scan.summary === null) {
    const plansOf = ({ run: { plan }, judging: ahead, own }: EvaluatedPart) => ({
      run_plan: plan,
      judging_plan: ahead,
      ...(own === undefined ? {} : { own_judging_plan: own.judging }),
    });
    if (flags.json)
      printJson(this, {
        ...plansOf(evaluated),
        ...(packs.length === 0 ? {} : { packs: packs.map(plansOf) }),
        estimate,
      });
    else {
      const plans = [evaluated, ...packs].flatMap((part) => [
        renderRunPlan(part.run.plan, this.width),
        ...[part.judging, part.own?.judging].flatMap((plan) => (plan == null ? [] : [renderScanPlan(plan)])),
      ]);
      print(this, [...plans, renderTotal(estimate, flags.maxCostUsd, flags.planTo)].join("\n\n"));
    }
    return;
  }
  const { summary } = scan;
  const scans = [evaluated, ...packs].flatMap((part) => [part.scan ?? [], part.own?.scan ?? []].flat());
  const isIncomplete = scans.some((each) => each.summary?.models.some((model) => model.incomplete > 0));
  if (isIncomplete) this.setExitCode(ExitCode.incomplete);
  const { lines, ...again } = tellLosses(this, lossesOf(scan));
  if (flags.json) {
    const found = ({ runId: run_id, scanId: scan_id, directory, report }: ScanResult) => ({
      run_id,
      scan_id,
      directory,
      report,
    });
    const whole = (made: ScanResult) => ({ ...found(made), summary: made.summary, seal: made.seal });
    const byOwn = ({ own }: EvaluatedPart) => (own?.scan == null ? {} : { own_checks: whole(own.scan) });
    const beside = packs.flatMap((part) =>
      part.scan === null
        ? []
        : [{ pack: part.pack, ...whole(part.scan), ...byOwn(part), contrast: part.contrast }],
    );
    const ofPacks = { ...byOwn(evaluated), ...(packs.length === 0 ? {} : { packs: beside }) };
    printJson(this, { ...found(scan), estimate, spent, summary, seal: scan.seal, ...again, ...ofPacks });
    return;
  }
  const first = tellFirst(scan);
  print(
    this,
    [
      `${renderEvidence(evidenceOf(scan))}${renderSummary(summary, scan.corpus, this.width)}`,
      "",
      ...whyOpen(scan),
      ...renderSpent({ spent, estimate }),
      `Report: ${scan.report}`,
      ...first.lines,
      ...(haveAgain(this, run) ?? [
        `Next:   ${this.program} explain ${run.runId}/${scan.scanId}${first.names}${locationFlags(flags)}`,
      ]),
      ...lines,
      ...(evaluated.contrast === undefined ? [] : ["", renderPackContrast(evaluated.contrast, this.width)]),
      ...(await renderOwn(this, bench, evaluated, flags)),
      ...(await Promise.all(packs.map((part) => renderPack(this, bench, part, flags)))).flat(),
    ].join("\n"),
  );
}

/** By the core's checks a table of scores; by a pack's own a table of counts. */
async function renderFound(
  { width }: CliContext,
  bench: Bench,
  { summary, corpus, directory }: Pick<ScanResult, "corpus" | "directory"> & { readonly summary: Summary },
): Promise<string> {
  if (summary.by_pack === undefined) return renderSummary(summary, corpus, width);
  const { rates } = await (await bench.openScan(directory)).blindspotRates();
  return renderOwnChecks(summary, rates, corpus, width);
}

/** A pack's conversations, by its own checks. */
async function renderOwn(
  context: CliContext,
  bench: Bench,
  { own }: Pick<EvaluatedPart, "own">,
  flags: Parameters<typeof locationFlags>[0],
): Promise<readonly string[]> {
  const scan = own?.scan;
  if (scan == null || scan.summary === null) return [];
  const first = tellFirst(scan);
  return [
    "",
    await renderFound(context, bench, { ...scan, summary: scan.summary }),
    "",
    `Report: ${scan.report}`,
    ...first.lines,
    `Next:   ${context.program} explain ${scan.runId}/${scan.scanId}${first.names}${locationFlags(flags)}`,
    ...tellLosses(context, lossesOf(scan)).lines,
  ];
}

/** A pack beside the core, after it: what was found in its conversations, and what its twins or pairs show. */
async function renderPack(
  context: CliContext,
  bench: Bench,
  { run, scan, own, contrast }: EvaluatedPart,
  flags: Parameters<typeof locationFlags>[0],
): Promise<readonly string[]> {
  if (scan === null || scan.summary === null) return [];
  const { lines } = tellLosses(context, lossesOf(scan));
  return [
    "",
    `${renderEvidence(evidenceOf(scan))}${renderSummary(scan.summary, scan.corpus, context.width)}`,
    "",
    `Report: ${scan.report}`,
    ...(haveAgain(context, run) ?? []),
    ...lines,
    ...(contrast === undefined ? [] : ["", renderPackContrast(contrast, context.width)]),
    ...(await renderOwn(context, bench, own === undefined ? {} : { own }, flags)),
  ];
}

export async function runRun(this: CliContext, flags: RunCommandFlags): Promise<void> {
  const control = followWork(this, flags);
  const options = { ...runOptionsOf(flags), ...queuedOf(this, flags) };
  const ran = await openBench(this, flags).run(options, control);
  const { runId, directory, plan, estimate, spent, incomplete, lostBecause, conversations, packs } = ran;
  if (conversations === null) {
    const plans = [plan, ...packs.map((part) => part.plan)];
    const [, ...ofPacks] = plans;
    if (flags.json)
      printJson(this, { run_plan: plan, ...(ofPacks.length === 0 ? {} : { pack_plans: ofPacks }), estimate });
    else
      print(
        this,
        [
          ...plans.map((each) => renderRunPlan(each, this.width)),
          renderTotal(estimate, flags.maxCostUsd),
        ].join("\n\n"),
      );
    return;
  }
  if ([ran, ...packs].some((part) => part.incomplete > 0)) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    const lost = { incomplete, lost_because: lostBecause };
    const beside = packs.map(({ runId: run_id, ...part }) => ({
      run_id,
      pack: part.pack,
      directory: part.directory,
      incomplete: part.incomplete,
      lost_because: part.lostBecause,
      conversations: part.conversations,
      run_plan: part.plan,
    }));
    const ofPacks = beside.length === 0 ? {} : { packs: beside };
    const own = { run_id: runId, directory, ...lost, conversations };
    printJson(this, { ...own, estimate, spent, run_plan: plan, ...ofPacks });
    return;
  }
  const next = haveAgain(this, ran) ?? nextScan(this, { runId, plan }, flags);
  const beside = packs.flatMap((part) => [
    "",
    renderRun(part.plan),
    `Written to ${part.directory}`,
    ...(haveAgain(this, part) ?? nextScan(this, part, flags)),
  ]);
  const ending = ["", ...next, ...beside];
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
  flags: ScanCommandFlags & { readonly byPack?: string },
  ...runs: readonly string[]
): Promise<void> {
  const control = followWork(this, flags);
  // The same settings continue the same scan.
  this.setResumeCommand(commandLine(this.program, this.args));
  const by = flags.byPack === undefined ? {} : { byPack: flags.byPack };
  // Whoever looks at the scan afterwards has to name the pack.
  const looking =
    flags.byPack === undefined ? flags : { ...flags, pack: [...(flags.pack ?? []), flags.byPack] };
  const options = { ...scanOptionsOf(flags), ...by, ...planToOf(flags), ...queuedOf(this, flags) };
  const bench = openBench(this, flags);
  const result = await bench.scan(runs, options, control);
  const looker = flags.byPack === undefined ? bench : openBench(this, looking);
  const { runId: run_id, scanId: scan_id, directory, plan, estimate, spent, summary, report, seal } = result;
  if (summary === null) {
    if (flags.json) printJson(this, { run_id, scan_plan: plan, estimate });
    else print(this, renderScanDryRun(plan, flags.maxCostUsd, flags.planTo));
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
  const first = tellFirst(result);
  // Of several runs the scan lies beside them; where paths were typed, names may lead elsewhere.
  const isJoint = plan.runs !== undefined;
  const isNamed = runs.every((run) => !/[\\/]/.test(run));
  const name = isNamed ? `${isJoint ? "scans" : run_id}/${scan_id}` : shellQuote(directory);
  const [run = ""] = plan.by_pack === undefined ? runs : [`${runs[0]}/${plan.by_pack.name}`];
  const gate = `${this.program} gate ${name}${locationFlags(looking)}`;
  print(
    this,
    [
      `${renderEvidence(evidenceOf(result))}${await renderFound(this, looker, { ...result, summary })}`,
      "",
      ...whyOpen(result),
      ...renderSpent(result),
      `Report: ${report}`,
      ...first.lines,
      `Next:   ${this.program} explain ${name}${first.names}${locationFlags(looking)}`,
      ...(isJoint ? [] : await tellSeveral(looker, run, gate)),
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
