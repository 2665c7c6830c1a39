import { describeLost } from "../domain/evidence-words.ts";
import { sharedChecks } from "../domain/profiles.ts";
import { scoreSomeChecks } from "../pipeline.ts";
import { type ComparedScan, compareScans } from "../publish/compare-scans.ts";
import { contrastScan } from "../publish/contrast-scan.ts";
import { createVerdictIndex } from "../publish/verdict-index.ts";
import type { Comparison } from "../schema/board/comparison.ts";
import type { ContrastReport } from "../schema/board/contrast-report.ts";
import type { Seal } from "../schema/scan/seal.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { openScan, readBoardScan } from "./open-scan.ts";

export interface CompareOptions extends Stoppable {
  /** Compares also what was not made alike, and names the difference. @default false */
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
  const checks = sharedChecks(sides.first.scan.plan, sides.second.scan.plan);
  return compareScans({
    first: await overShared(context, first, sides.first, checks),
    second: await overShared(context, second, sides.second, checks),
    anyway: options.anyway ?? false,
    corpus: await context.corpus(),
  });
}

/** A check that only one side asked would count as open on the other, and look like a fall. */
async function overShared(
  context: BenchContext,
  path: string,
  compared: ComparedScan,
  { shared, leftOut }: ReturnType<typeof sharedChecks>,
): Promise<ComparedScan> {
  if (leftOut.first.length + leftOut.second.length === 0) return compared;
  const { run, scan } = await openScan(context, path);
  const scorecards = await scoreSomeChecks(run, scan, await context.corpus(), shared);
  return { ...compared, scan: { ...compared.scan, scorecards } };
}

/** A scan with the verdicts that were reached in it. */
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

/** Anchors against their variants: over-escalation, and what framing changes. */
export async function contrast(
  context: BenchContext,
  path: string,
  options: Stoppable = {},
): Promise<ContrastReport> {
  const { scan, verdicts } = await readCompared(context, path, undefined, signalOf(options));
  return contrastScan({ scan, verdicts, corpus: await context.corpus() });
}
