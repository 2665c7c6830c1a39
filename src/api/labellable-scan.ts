import type { LabellableVerdict } from "../calibrate/corrected-rates.ts";
import { isLabellable } from "../calibrate/sample-for-labelling.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import type { Verdict } from "../schema/verdict.ts";
import { openScan } from "./open-scan.ts";
import type { Workshop } from "./workshop.ts";

/** A scan as far as people's labels can be about it. */
export interface LabellableScan {
  readonly judge: string | null;
  /** Of eligible checks, by `<transcript_id>#<mode_id>`. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly labellable: readonly LabellableVerdict[];
  readonly transcriptHashes: ReadonlyMap<string, string>;
  readonly scoring: Fingerprint;
  /** Of the corpus at hand: the scan's own scoring fingerprint says whether it is the one that was scanned with. */
  readonly corpusVersion: string;
}

export async function readLabellableScan(workshop: Workshop, path: string): Promise<LabellableScan> {
  const { scan } = await openScan(workshop, path);
  const plan = await scan.readPlan();
  const verdicts = new Map<string, Verdict>();
  const labellable: LabellableVerdict[] = [];
  for await (const row of scan.readVerdicts()) {
    if (!row.eligible) continue;
    const { transcript_id, mode_id: axis, model_id, verdict } = row;
    const item = `${transcript_id}#${axis}`;
    verdicts.set(item, verdict);
    // A verdict that had nothing to look at leaves nothing to label either.
    const hasNothing = verdict === "UNCLEAR" && row.details.windows.length === 0;
    if (isLabellable(row) && !hasNothing) labellable.push({ item, axis, model_id, verdict });
  }
  return {
    judge: plan.judge?.model_id ?? null,
    scoring: plan.fingerprints.scoring,
    corpusVersion: (await workshop.corpus()).version,
    verdicts,
    labellable,
    transcriptHashes: new Map(
      plan.transcripts.map(({ transcript_id, transcript_hash }) => [transcript_id, transcript_hash]),
    ),
  };
}
