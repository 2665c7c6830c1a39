import { type ComparedScan, compareScans } from "../publish/compare-scans.ts";
import { createVerdictIndex } from "../publish/verdict-index.ts";
import type { Comparison } from "../schema/comparison.ts";
import { readBoardScan } from "./read-board-scan.ts";
import type { Workshop } from "./workshop.ts";

export interface CompareOptions {
  /** Compares also what was not made alike, and names the difference. @default false */
  readonly anyway?: boolean;
  /** A model of the first scan. @default those both have, or the only one of each */
  readonly firstModel?: string;
  readonly secondModel?: string;
  readonly signal: AbortSignal;
}

/** Paired differences between two scans, and the checks that flipped. */
export async function compare(
  workshop: Workshop,
  first: string,
  second: string,
  options: CompareOptions,
): Promise<Comparison> {
  return compareScans({
    first: await readCompared(workshop, first, options.firstModel, options.signal),
    second: await readCompared(workshop, second, options.secondModel, options.signal),
    anyway: options.anyway ?? false,
    corpus: await workshop.corpus(),
  });
}

/** A scan with the verdicts that were reached in it. */
export async function readCompared(
  workshop: Workshop,
  path: string,
  model: string | undefined,
  signal: AbortSignal,
): Promise<ComparedScan> {
  const index = createVerdictIndex();
  const scan = await readBoardScan(workshop, path, { signal, onVerdict: index.add });
  return { scan, verdicts: index.finish(), ...(model === undefined ? {} : { model }) };
}
