import type { CheckId, TranscriptId } from "../schema/ids.ts";
import type { Verdict, VerdictRow } from "../schema/verdict.ts";
import { type Failure, failureOf } from "./failure.ts";
import type { ScanFacts } from "./scan-facts.ts";

/** The part of a row that is kept of every row. */
export type VerdictGlance = Pick<VerdictRow, "transcript_id" | "mode_id" | "eligible" | "verdict">;

export type CollectedVerdicts = Pick<ScanFacts, "failures" | "verdicts">;

/** Collects what a site keeps of the verdicts as they pass by, so that nobody holds all rows. */
export function createVerdictCollector() {
  const failures: Failure[] = [];
  const verdicts = new Map<TranscriptId, Map<CheckId, Verdict>>();
  return {
    /** `whole` is asked for where the row itself matters. */
    add(glance: VerdictGlance, whole: () => VerdictRow): void {
      if (!glance.eligible) return;
      const ofTranscript = verdicts.get(glance.transcript_id) ?? new Map<CheckId, Verdict>();
      verdicts.set(glance.transcript_id, ofTranscript);
      ofTranscript.set(glance.mode_id, glance.verdict);
      if (glance.verdict === "FAIL") failures.push(failureOf(whole()));
    },
    collected(): CollectedVerdicts {
      return { failures, verdicts };
    },
  };
}
