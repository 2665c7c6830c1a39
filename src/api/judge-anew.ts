import { join } from "node:path";
import { fingerprintOf } from "../kernel/fingerprint.ts";
import { hashOf } from "../kernel/hash.ts";
import { Fingerprint } from "../schema/fingerprint.ts";
import { RunId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan-plan.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import { jointScanId, type ScanHome } from "../store/scan-home.ts";
import type { ScanStore } from "../store/scan-store.ts";
import { openScansFolder } from "../store/scans-folder.ts";
import type { Control, ScanOptions } from "./bench-options.ts";
import { nameRun } from "./name-run.ts";
import { scanHome } from "./run-and-scan.ts";
import type { Workshop } from "./workshop.ts";

/** Beside the runs; no run can be called so, because a run has a plan. */
const FOLDER = "calibration";

export interface JudgedAnew {
  readonly directory: string;
  readonly plan: ScanPlan;
  /** Of every transcript and check; `null` after a dry run. */
  readonly verdicts: readonly VerdictRow[] | null;
}

/**
 * Some transcripts through the same planning, journal, votes and evidence as any scan. The same settings continue the same
 * scan, unless the votes are to be fresh: then there is a new one each time, and no reply of an earlier call is used.
 */
export async function judgeAnew(
  workshop: Workshop,
  input: {
    readonly transcripts: readonly Transcript[];
    readonly options: ScanOptions;
    readonly fresh: boolean;
  },
  control: Control,
): Promise<JudgedAnew> {
  const path = join(workshop.results, FOLDER);
  const folder = await openScansFolder(path, "write");
  try {
    const nameOf = (plan: ScanPlan) =>
      input.fresh ? RunId.parse(nameRun(workshop.clock.now())) : jointScanId(plan);
    const home = homeOf(input.transcripts, (plan) => folder.scan(nameOf(plan)));
    const options = input.fresh ? { ...input.options, cache: false } : input.options;
    // Regard is no check: asking about it here would be paid for and thrown away.
    const corpus = async () => ({ ...(await workshop.corpus()), regard: null });
    const result = await scanHome(home, { ...workshop, corpus }, options, control);
    const { directory, plan, summary } = result;
    if (summary === null) return { directory, plan, verdicts: null };
    const scan = folder.scan(RunId.parse(result.scanId));
    return { directory, plan, verdicts: await Array.fromAsync(scan.readVerdicts()) };
  } finally {
    await folder.close();
  }
}

function homeOf(transcripts: readonly Transcript[], scanFor: (plan: ScanPlan) => ScanStore): ScanHome {
  const byId = new Map(transcripts.map((transcript) => [transcript.header.transcript_id, transcript]));
  return {
    name: FOLDER,
    runs: [],
    isSimulated: async () => transcripts.every(({ header }) => header.simulated),
    material: async () => ({
      transcripts: (async function* () {
        yield* transcripts;
      })(),
      fingerprint: Fingerprint.parse(fingerprintOf({ transcripts: transcripts.map(hashOf) })),
    }),
    readTranscript: async (id) => {
      const transcript = byId.get(id);
      if (transcript === undefined) throw new Error(`${id} is not among the transcripts`);
      return transcript;
    },
    keepScan: async (plan) => {
      const scan = scanFor(plan);
      await scan.writePlan(plan);
      return scan;
    },
  };
}
