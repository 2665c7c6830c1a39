import { contrastScan } from "../publish/contrast-scan.ts";
import type { ContrastReport } from "../schema/contrast-report.ts";
import { readCompared } from "./compare.ts";
import type { Workshop } from "./workshop.ts";

/** Anchors against their variants: over-escalation, and what framing changes. */
export async function contrast(
  workshop: Workshop,
  path: string,
  signal: AbortSignal,
): Promise<ContrastReport> {
  const { scan, verdicts } = await readCompared(workshop, path, undefined, signal);
  return contrastScan({ scan, verdicts, corpus: await workshop.corpus() });
}
