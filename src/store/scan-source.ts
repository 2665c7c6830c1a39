import { ownScanName } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import { RunId, type TranscriptId } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { plannedTranscriptIds, readPlannedTranscript } from "./planned-run.ts";
import type { RunStore } from "./run-store.ts";
import type { ScanStore } from "./scan-store.ts";

/** What a scan is about to look at. */
export interface ScanMaterial {
  readonly ids: readonly TranscriptId[];
  /** Where a transcript that is missing can be had: says how. @default as any transcript is read */
  readonly read?: (id: TranscriptId) => Promise<Transcript>;
  readonly fingerprint: Fingerprint;
  /** Where the scan does not lie in the run that its transcripts are from. */
  readonly runs?: NonNullable<ScanPlan["runs"]>;
}

/** Where a scan finds its transcripts and keeps what it makes of them: one run, or several together. */
export interface ScanSource {
  /** As a person calls it. */
  readonly name: string;
  readonly runs: readonly RunStore[];
  /** Whether every model in it is a simulated one. */
  isSimulated(): Promise<boolean>;
  /** Whether any of it was imported: nobody wrote that to be read by others. */
  isImported(): Promise<boolean>;
  material(): Promise<ScanMaterial>;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  /**
   * Where a scan by this plan is kept, written or not: the same settings continue the same scan, others begin their own.
   * @param scanId instead of a name made of them
   */
  scanFor(plan: ScanPlan, scanId?: RunId): ScanStore;
}

export function scanSourceOf(run: RunStore): ScanSource {
  let plan: ReturnType<RunStore["readRunPlan"]> | undefined;
  // Who spoke does not change while a run is scanned.
  const readPlan = () => {
    plan ??= run.readRunPlan();
    return plan;
  };
  return {
    name: run.runId,
    runs: [run],
    isSimulated: async () => (await readPlan()).models.every((model) => model.simulated),
    isImported: async () => (await readPlan()).harness === "import",
    material: async () => ({
      ids: await plannedTranscriptIds(run),
      read: (id) => readPlannedTranscript(run, id),
      fingerprint: (await run.readRunPlan()).fingerprint,
    }),
    readTranscript: (id) => run.readTranscript(id),
    scanFor: (plan, scanId) => run.scan(scanId ?? scanIdOf(plan)),
  };
}

/** What a scan of one run by this plan is called. */
export function scanIdOf(plan: ScanPlan): RunId {
  return nameScan(plan, plan.fingerprints.scoring.hash);
}

/** A scan of several runs is named after its settings and its transcripts, since no folder tells them apart. */
export function jointScanId(plan: ScanPlan): RunId {
  const transcripts = plan.transcripts.map(({ transcript_id, transcript_hash }) => [
    transcript_id,
    transcript_hash,
  ]);
  const hash = hashOf([plan.fingerprints.scoring.hash, transcripts]);
  return nameScan(plan, hash);
}

const SCAN_ID_DIGITS = 12;

function nameScan({ profile, by_pack: byPack }: ScanPlan, hash: string): RunId {
  const name = `${profile}-${hash.slice(0, SCAN_ID_DIGITS)}`;
  return RunId.parse(byPack === undefined ? name : ownScanName(name, byPack.name));
}
