/** Compares scans: two of them, or one scan's parts that differ in a single thing. */
import { describeLost } from "../domain/evidence-words.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { coreRunName } from "../domain/scenarios.ts";
import { BenchError, hasCode } from "../kernel/errors.ts";
import { type ComparedScan, compareScans, isWithoutPeople } from "../publish/compare-scans.ts";
import { changedFromCore, contrastPack } from "../publish/contrast-pack.ts";
import { contrastScan } from "../publish/contrast-scan.ts";
import { publishErrors } from "../publish/errors.ts";
import { createVerdictIndex } from "../publish/verdict-index.ts";
import { leavePeopleOut } from "../review/apply-labels.ts";
import type { Comparison } from "../schema/board/comparison.ts";
import type { ContrastReport, PackContrast } from "../schema/board/contrast-report.ts";
import { RunId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Seal } from "../schema/scan/seal.ts";
import { findScan, listScans } from "../store/find.ts";
import { runDirectory } from "../store/layout.ts";
import { openRun } from "../store/run-store.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { apiErrors } from "./errors.ts";
import { packRunsOf } from "./eval/work-parts.ts";
import { readBoardScan } from "./evidence/read-board-scan.ts";
import { openScan } from "./open-scan.ts";
import { contextOfScan } from "./packs/context-of.ts";

export interface CompareOptions extends Stoppable {
  /** Also compares scans with different settings, and names the differences. @default false */
  readonly anyway?: boolean;
  /** A model of the first scan. @default those both have, or the only one of each */
  readonly firstModel?: string;
  readonly secondModel?: string;
}

/** Paired differences between two scans, and the checks that flipped. */
export async function compare(
  context: BenchContext,
  first: string,
  second: string,
  options: CompareOptions = {},
): Promise<Comparison> {
  const signal = signalOf(options);
  const sides = {
    first: await readCompared(context, first, options.firstModel, signal),
    second: await readCompared(context, second, options.secondModel, signal),
  };
  refuseModelAgainstItself(sides.first, sides.second);
  const checks = sharedChecks(sides.first.scan.plan, sides.second.scan.plan);
  const withoutPeople = isWithoutPeople(sides.first.scan, sides.second.scan);
  return compareScans({
    first: await overShared(context, first, sides.first, { checks, withoutPeople }),
    second: await overShared(context, second, sides.second, { checks, withoutPeople }),
    anyway: options.anyway ?? false,
    corpus: await context.corpus(),
  });
}

/** Refuses a single model named for one and the same scan: it would be compared with itself, without any difference. */
function refuseModelAgainstItself(first: ComparedScan, second: ComparedScan): void {
  const { runId, scanId, path, scorecards } = first.scan;
  const isSame = second.scan.runId === runId && second.scan.scanId === scanId;
  const named = [first.model, second.model].filter((model) => model !== undefined);
  const [only, other] = named;
  const others = [...new Set(scorecards.map(({ model_id }) => model_id))].filter((id) => id !== only);
  if (isSame && only !== undefined && other === undefined && others.length > 0)
    throw publishErrors.IB_NOTHING_TO_PAIR(only, path, others, true);
}

/** Compares shared checks only: a check that one side did not ask would count as undecided there and look like a fall. */
async function overShared(
  context: BenchContext,
  path: string,
  compared: ComparedScan,
  {
    checks: { shared, leftOut },
    withoutPeople,
  }: { readonly checks: ReturnType<typeof sharedChecks>; readonly withoutPeople: boolean },
): Promise<ComparedScan> {
  const isTouched = withoutPeople && compared.scan.plan.people !== undefined;
  if (leftOut.first.length + leftOut.second.length === 0 && !isTouched) return compared;
  const { run, scan } = await openScan(context, path);
  const { scoreSomeChecks } = await import("../pipeline.ts");
  const scorecards = await scoreSomeChecks(
    run,
    scan,
    await context.corpus(),
    shared,
    withoutPeople ? leavePeopleOut : undefined,
  );
  return { ...compared, scan: { ...compared.scan, scorecards } };
}

/** Reads a scan with its verdicts. */
async function readCompared(
  context: BenchContext,
  path: string,
  model: string | undefined,
  signal: AbortSignal,
): Promise<ComparedScan> {
  const index = createVerdictIndex();
  const onSeal = (seal: Seal) => {
    for (const sentence of describeLost(seal)) context.onNotice(`${path}: ${sentence}`);
  };
  const scan = await readBoardScan(context, path, { signal, onVerdict: index.add, onSeal });
  return { scan, verdicts: index.finish(), ...(model === undefined ? {} : { model }) };
}

export interface ContrastOptions extends Stoppable {
  /** The core's scan to compare a pack's twins with. @default the one beside it that was made alike */
  readonly core?: string;
}

/**
 * Compares anchors with their variants: over-escalation and the effect of framing. Includes the packs beside a scan,
 * or a pack alone.
 */
export async function contrast(
  context: BenchContext,
  path: string,
  options: ContrastOptions = {},
): Promise<ContrastReport> {
  const plan = await (await openScan(context, path)).scan.readPlan();
  if (plan.pack !== undefined) {
    const found = await contrastOfPack(context, path, options);
    return { scan: path, simulated: found.simulated, over_escalation_checks: [], models: [], packs: [found] };
  }
  const { scan, verdicts } = await readCompared(context, path, undefined, signalOf(options));
  const packs: PackContrast[] = [];
  for (const beside of await packScansBeside(context, path, plan))
    packs.push(await contrastOfPack(context, beside, { ...options, core: path }));
  try {
    return { ...contrastScan({ scan, verdicts, corpus: await context.corpus() }), packs };
  } catch (error) {
    if (!hasCode(error, "IB_NO_CONTRAST") || packs.length === 0) throw error;
    const simulated = scan.scorecards.some((card) => card.simulated);
    return { scan: path, simulated, over_escalation_checks: [], models: [], packs };
  }
}

/** Contrasts a pack's scan: twins with the core's, or the halves of its pairs. */
export async function contrastOfPack(
  context: BenchContext,
  path: string,
  options: ContrastOptions = {},
): Promise<PackContrast> {
  const own = await contextOfScan(context, path);
  const { pack, scenarios } = await own.corpus();
  if (pack === null) throw publishErrors.IB_NO_CONTRAST(path);
  const signal = signalOf(options);
  const corePath =
    pack.kind === "twins" ? (options.core ?? (await coreScanBeside(context, path, pack.name))) : null;
  const core = corePath === null ? null : await readBoardScan(context, corePath, { signal });
  const scan = await readBoardScan(own, path, { signal });
  return contrastPack({
    scan,
    core,
    pack,
    scenarios: { pack: scenarios, core: (await context.corpus()).scenarios },
  });
}

/** Finds the one scan of the core's run with the same settings as the pack's. */
async function coreScanBeside(context: BenchContext, path: string, pack: string): Promise<string> {
  const { results, runId } = await findScan(path, context.results);
  const plan = await (await openScan(context, path)).scan.readPlan();
  const core = RunId.safeParse(runId === null ? null : coreRunName(runId, pack));
  const [found, ...others] = core.success
    ? await scansLike(results, core.data, (of) => changedFromCore({ plan: of }, { plan }))
    : [];
  if (found === undefined || others.length > 0) throw apiErrors.IB_NO_CORE_SCAN(path);
  return found;
}

/** Scans of packs beside a scan of the core that were made with the same settings and have something to contrast. */
async function packScansBeside(
  context: BenchContext,
  path: string,
  plan: ScanPlan,
): Promise<readonly string[]> {
  const { results, runId } = await findScan(path, context.results);
  if (runId === null) return [];
  const found: string[] = [];
  for (const beside of await packRunsOf(results, runId)) {
    const scans = await scansLike(results, beside, (of) => changedFromCore({ plan }, { plan: of }));
    for (const scan of scans) {
      const { pack } = await (await contextOfScan(context, scan)).corpus();
      if (pack !== null && pack.kind !== "scenarios") found.push(scan);
    }
  }
  return found;
}

/** Finished scans of a run that have no known difference in settings. */
async function scansLike(
  results: string,
  runId: RunId,
  unlike: (plan: ScanPlan) => readonly string[],
): Promise<readonly string[]> {
  const run = await openRun({ results, runId, mode: "read" });
  const found: string[] = [];
  for (const scanId of await listScans(runDirectory(results, runId))) {
    const scan = run.scan(scanId);
    try {
      if (unlike(await scan.readPlan()).length === 0) {
        await scan.readSummary();
        found.push(scan.directory);
      }
    } catch (error) {
      // Skips a scan that is unfinished or of another version.
      if (!(error instanceof BenchError)) throw error;
    }
  }
  return found;
}
