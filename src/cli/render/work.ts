/** Texts after eval, run and scan. */
import {
  describeCachedConversations,
  describeFreshness,
  describeLostConversations,
} from "../../domain/evidence-words.ts";
import { orderModels } from "../../domain/gates.ts";
import { formatQuantity } from "../../domain/number-words.ts";
import type { EvaluatedPart, EvaluateResult, FinishedRun, RunResult, ScanResult } from "../../index.ts";
import { ownCheckRows, ownDutyRows } from "../../report/describe-model.ts";
import { renderPackContrast } from "../../report/render-contrast.ts";
import { renderTable } from "../../report/render-table.ts";
import type { ReportCorpus } from "../../report/report-data.ts";
import { stripTerminal } from "../../report/safe-text.ts";
import { describeLeftOut, ownChecksNote, SIMULATED_NOTE } from "../../report/words.ts";
import type { BlindspotRate, Summary } from "../../schema/scan/summary.ts";
import type { CommandCall } from "../command.ts";
import { shellQuote } from "../command-line.ts";
import type { CliContext } from "../context.ts";
import { lostCallLines } from "../lost-call-lines.ts";
import { openBench } from "../open-bench.ts";
import { nextScan } from "../progress-control.ts";
import { ambiguityLines, firstFailureLines, openGateLines } from "../tell-findings.ts";
import {
  renderRun,
  renderRunPlan,
  renderScanDryRun,
  renderScanPlan,
  renderSpent,
  renderTotal,
} from "./plans.ts";
import { renderEvidence, renderSummary } from "./summary.ts";

type Call<Options = object> = Pick<CommandCall<object>, "bench" | "context" | "where"> & {
  readonly options: Options;
};
interface PriceOptions {
  readonly maxCostUsd?: number;
  readonly planTo?: string;
}
/** A finished scan, not a dry run. */
type Made = ScanResult & { readonly summary: Summary };

/** @param lost the judge's failed calls, and the command that retries them */
export function renderEvaluated(
  evaluated: EvaluateResult,
  lost: readonly string[],
  { context, options }: Call<PriceOptions>,
): string {
  const { run, scan, estimate, spent, packs } = evaluated;
  if (scan === null || !isMade(scan)) {
    const plans = [evaluated, ...packs].flatMap((part) => [
      renderRunPlan(part.run.plan, context.width),
      ...[part.judging, part.own?.judging].flatMap((plan) => (plan == null ? [] : [renderScanPlan(plan)])),
    ]);
    return [...plans, renderTotal(estimate, options.maxCostUsd, options.planTo)].join("\n\n");
  }
  const first = firstFailureLines(scan);
  return [
    headOf(scan, context),
    "",
    ...openGateLines(scan),
    ...renderSpent({ spent, estimate }),
    `Report: ${scan.report}`,
    ...first.lines,
    ...(haveAgain(context, run) ?? [nextLine(context, `${run.runId}/${scan.scanId}`, first.names)]),
    ...lost,
    ...contrastLines(evaluated, context),
    ...ownLines(context, evaluated),
    ...packs.flatMap((part) => packLines(context, part)),
  ].join("\n");
}

function isMade(scan: ScanResult): scan is Made {
  return scan.summary !== null;
}

function headOf(scan: Made, { width }: CliContext): string {
  return `${evidenceOf(scan)}${renderSummary(scan.summary, scan.corpus, width)}`;
}

/** Describes freshness only; failed calls come at the end of the output, where people see them. */
function evidenceOf({ seal }: ScanResult): string {
  return renderEvidence(seal === null ? [] : describeFreshness(seal));
}

function nextLine({ program, location }: CliContext, scan: string, names: string): string {
  return `Next:   ${program} explain ${scan}${names}${location()}`;
}

function contrastLines(
  { contrast }: Pick<EvaluatedPart, "contrast">,
  { width }: CliContext,
): readonly string[] {
  return contrast === undefined ? [] : ["", renderPackContrast(contrast, width)];
}

function lostLines(context: CliContext, { plan, seal }: ScanResult): readonly string[] {
  return lostCallLines(context, { plan, lost: seal?.lost }).lines;
}

/** Renders a table of scores for the core's checks; a table of counts for a pack's own. */
function renderFound({ width }: CliContext, { summary, rates, corpus }: Made): string {
  return summary.by_pack === undefined
    ? renderSummary(summary, corpus, width)
    : renderOwnChecks(summary, rates?.rates ?? [], corpus, width);
}

/** Renders a scan by a pack's own checks: counts for each check, and no score. */
function renderOwnChecks(
  summary: Summary,
  rates: readonly BlindspotRate[],
  corpus: ReportCorpus,
  width: number,
): string {
  if (summary.by_pack === undefined) throw new RangeError("this scan is by the core's checks");
  const { title, text } = ownChecksNote(summary.by_pack);
  const models = orderModels(summary.models);
  const rows = ownCheckRows(models, rates, corpus);
  const duties = ownDutyRows(models, summary);
  const table = (
    head: string,
    of: readonly { readonly title: string; readonly cells: readonly string[] }[],
  ) =>
    renderTable(
      [head, ...models.map(({ model_id }) => model_id)].map((name) => ({ title: name })),
      of.map(({ title: row, cells }) => [row, ...cells].map(stripTerminal)),
      width,
    );
  return [
    ...(summary.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`, ""] : []),
    `${title}: ${text}`,
    "",
    rows.length === 0 ? "No conversation has a tag that one of its checks reads." : table("Failed", rows),
    ...(summary.left_out === undefined ? [] : ["", describeLeftOut(summary.left_out, summary.profile)]),
    ...(duties.length === 0 ? [] : ["", table("Duty", duties)]),
  ].join("\n");
}

/** Renders a pack's conversations, judged by its own checks. */
function ownLines(context: CliContext, { own }: Pick<EvaluatedPart, "own">): readonly string[] {
  const scan = own?.scan;
  if (scan == null || !isMade(scan)) return [];
  const first = firstFailureLines(scan);
  return [
    "",
    renderFound(context, scan),
    "",
    `Report: ${scan.report}`,
    ...first.lines,
    nextLine(context, `${scan.runId}/${scan.scanId}`, first.names),
    ...lostLines(context, scan),
  ];
}

/** Renders a pack after the core: findings in its conversations, and the contrast of its twins or pairs. */
function packLines(context: CliContext, part: EvaluatedPart): readonly string[] {
  const { run, scan } = part;
  if (scan === null || !isMade(scan)) return [];
  return [
    "",
    headOf(scan, context),
    "",
    `Report: ${scan.report}`,
    ...(haveAgain(context, run) ?? []),
    ...lostLines(context, scan),
    ...contrastLines(part, context),
    ...ownLines(context, part),
  ];
}

export function renderRan(ran: FinishedRun, { context, options }: Call<PriceOptions>): string {
  const { plan, conversations, packs } = ran;
  if (conversations === null) {
    const plans = [ran, ...packs].map((part) => renderRunPlan(part.plan, context.width));
    return [...plans, renderTotal(ran.estimate, options.maxCostUsd)].join("\n\n");
  }
  const beside = packs.flatMap((part) => [
    "",
    renderRun(part.plan),
    `Written to ${part.directory}`,
    ...(haveAgain(context, part) ?? nextScan(context, part)),
  ]);
  const next = haveAgain(context, ran) ?? nextScan(context, ran);
  const lines = [renderRun(plan), ...renderSpent(ran), `Written to ${ran.directory}`, "", ...next, ...beside];
  return renderEvidence(describeCachedConversations(conversations)) + lines.join("\n");
}

/** Describes missing conversations of a run, the reason, and the command to type; `null` if none are. */
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

/** @param lost the judge's failed calls, and the command that retries them */
export async function renderScanned(
  scan: ScanResult,
  runs: readonly string[],
  lost: readonly string[],
  { bench, context, options, where }: Call<PriceOptions & { readonly byPack?: string }>,
): Promise<string> {
  const { runId, scanId, directory, plan, report, seal } = scan;
  if (!isMade(scan)) return renderScanDryRun(plan, options.maxCostUsd, options.planTo);
  const { program } = context;
  // With several runs, the sentence does not say which.
  const haveThem =
    runs.length === 1 ? [`Have them again: ${program} run --resume ${runId}${context.location()}`] : [];
  const brokenOff = describeLostConversations(seal ?? {});
  // Later commands need `--pack` to open this scan.
  const { byPack } = options;
  const looker =
    byPack === undefined ? bench : openBench(context, { ...where, pack: [...(where.pack ?? []), byPack] });
  const first = firstFailureLines(scan);
  // A joint scan of several runs is a sibling of them; after typed paths, names may resolve differently.
  const isJoint = plan.runs !== undefined;
  const isNamed = runs.every((run) => !/[\\/]/.test(run));
  const name = isNamed ? `${isJoint ? "scans" : runId}/${scanId}` : shellQuote(directory);
  const [run = ""] = plan.by_pack === undefined ? runs : [`${runs[0]}/${plan.by_pack.name}`];
  const gate = `${program} gate ${name}${context.location()}`;
  return [
    `${evidenceOf(scan)}${renderFound(context, scan)}`,
    "",
    ...openGateLines(scan),
    ...renderSpent(scan),
    `Report: ${report}`,
    ...first.lines,
    nextLine(context, name, first.names),
    ...(isJoint ? [] : await ambiguityLines(looker, run, gate)),
    ...brokenOff.flatMap((sentence) => [sentence, ...haveThem]),
    ...lost,
  ].join("\n");
}
