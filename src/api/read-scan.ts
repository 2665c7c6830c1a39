import type { RunId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import type { BenchContext } from "./bench-context.ts";
import { openScan } from "./open-scan.ts";

/** A finished scan. Rows and transcripts are read one by one, so that a scan of any size can be gone through. */
export interface FinishedScan {
  readonly scanId: RunId;
  readonly directory: string;
  readonly plan: ScanPlan;
  summary(): Promise<Summary>;
  blindspotRates(): Promise<BlindspotRates>;
  /** One for each transcript. */
  scorecards(): AsyncIterable<Scorecard>;
  /** One for each transcript and each check of the corpus, eligible or not. */
  verdicts(): AsyncIterable<VerdictRow>;
  /** In the order of the plan. Of a redacted run they hold hashes where words were. */
  transcripts(): AsyncIterable<Transcript>;
}

export async function readScan(workshop: BenchContext, path: string): Promise<FinishedScan> {
  const { run, scan } = await openScan(workshop, path);
  const plan = await scan.readPlan();
  return {
    scanId: scan.scanId,
    directory: scan.directory,
    plan,
    summary: () => scan.readSummary(),
    blindspotRates: () => scan.readBlindspotRates(),
    scorecards: () => scan.readScorecards(),
    verdicts: () => scan.readVerdicts(),
    async *transcripts() {
      for (const { transcript_id } of plan.transcripts) yield await run.readTranscript(transcript_id);
    },
  };
}
