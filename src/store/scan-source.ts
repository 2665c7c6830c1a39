import { join } from "node:path";
import { differingParts } from "../domain/fingerprints.ts";
import { releaseOf } from "../domain/models.ts";
import { ownScanName } from "../domain/scenarios.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import { RunId, Sha256, type TranscriptId } from "../schema/ids.ts";
import type { Release } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan/scan-plan.ts";
import { readJsonArtefact } from "./artefact-files.ts";
import { storeErrors } from "./errors.ts";
import { runDirectoryAt, SCANS_NAME, scanDirectory } from "./layout.ts";
import type { LockOptions } from "./lock/run-lock.ts";
import { plannedTranscriptIds, readPlannedTranscript } from "./planned-run.ts";
import { openRun, type RunStore } from "./run-store.ts";
import { openScansFolder, type ScanStore, type ScansFolder } from "./scan-store.ts";
import type { SealedPlace } from "./seal.ts";

/** Input of a scan. */
export interface ScanInput {
  readonly ids: readonly TranscriptId[];
  /** Reads a transcript; the error for a missing one says how to get it. @default as any transcript is read */
  readonly read?: (id: TranscriptId) => Promise<Transcript>;
  readonly fingerprint: Fingerprint;
  /** The runs of the transcripts, if the scan is outside their folder. */
  readonly runs?: NonNullable<ScanPlan["runs"]>;
}

/** The transcripts that a scan reads and the folder for its results: one run, or several together. */
export interface ScanSource {
  /** Name for people. */
  readonly name: string;
  readonly runs: readonly RunStore[];
  /** Whether every model in it is simulated. */
  isSimulated(): Promise<boolean>;
  /** Whether any of it was imported: its authors did not write it for other readers. */
  isImported(): Promise<boolean>;
  material(): Promise<ScanInput>;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  /**
   * The scan of this plan, written or not. Equal settings continue the same scan; others begin a new one.
   * @param scanId replaces the name derived from the settings
   */
  scanFor(plan: ScanPlan, scanId?: RunId): ScanStore;
}

/** The release that a scan belongs to, from its runs. */
export async function readRelease({ runs }: Pick<ScanSource, "runs">): Promise<Release> {
  const read = runs.map(async (run) => ({
    plan: await run.readRunPlan(),
    manifest: await run.readManifest(),
  }));
  return releaseOf(await Promise.all(read));
}

/** The files of a scan's evidence: in its own folder and in those of its runs. */
export function sealedPlace(home: Pick<ScanSource, "runs">, scan: Pick<ScanStore, "paths">): SealedPlace {
  return { scan: scan.paths, runs: home.runs.map(({ directory }) => runDirectoryAt(directory)) };
}

export function scanSourceOf(run: RunStore): ScanSource {
  let plan: ReturnType<RunStore["readRunPlan"]> | undefined;
  // A run's models do not change during a scan, so the plan is read once.
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

/** The id of a single-run scan by this plan. */
export function scanIdOf(plan: ScanPlan): RunId {
  return nameScan(plan, plan.fingerprints.scoring.hash);
}

/** Names a joint scan after its settings and its transcripts, because no folder distinguishes them. */
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

/** Several runs of one results folder, judged as one. Their scans are in `scans/`, beside the runs. */
export type JointRuns = ScanSource & ScansFolder;

/** Opens several runs. `write` locks the folder of joint scans; the runs themselves are only read. */
export async function openJointRuns(
  input: {
    readonly results: string;
    readonly runIds: readonly RunId[];
    readonly mode: "write" | "read";
  } & LockOptions,
): Promise<JointRuns> {
  const { results } = input;
  const runs: RunStore[] = [];
  for (const runId of new Set(input.runIds)) runs.push(await openRun({ results, runId, mode: "read" }));
  const folder = await openScansFolder(join(results, SCANS_NAME), input.mode, input);
  const places = new Map<TranscriptId, RunStore>();
  const name = runs.map((run) => run.runId).join(" ");
  const placeOf = (id: TranscriptId) => {
    const run = places.get(id);
    if (run === undefined) throw storeErrors.IB_NO_SUCH_ARTIFACT(`${id} in ${name}`);
    return run;
  };

  return {
    ...folder,
    name,
    runs,
    isSimulated: async () => {
      const plans = await Promise.all(runs.map((run) => run.readRunPlan()));
      return plans.every((plan) => plan.models.every((model) => model.simulated));
    },
    isImported: async () => {
      const plans = await Promise.all(runs.map((run) => run.readRunPlan()));
      return plans.some(({ harness }) => harness === "import");
    },
    material: async () => {
      const planned = await Promise.all(
        runs.map(async (run) => ({ name: run.runId, fingerprint: (await run.readRunPlan()).fingerprint })),
      );
      return {
        ids: await placeTranscripts(runs, places),
        read: (id) => readPlannedTranscript(placeOf(id), id),
        fingerprint: joinFingerprints(planned),
        runs: planned.map(({ name: run_id, fingerprint }) => ({ run_id, transcripts: fingerprint.hash })),
      };
    },
    readTranscript: async (id) => {
      if (places.size === 0) await findPlaces(runs, places);
      return placeOf(id).readTranscript(id);
    },
    scanFor: (plan, scanId) => folder.scan(scanId ?? jointScanId(plan)),
  };
}

/** Maps each transcript to its run. Throws if one is in two runs. */
async function placeTranscripts(
  runs: readonly RunStore[],
  places: Map<TranscriptId, RunStore>,
): Promise<readonly TranscriptId[]> {
  places.clear();
  for (const run of runs) {
    for (const id of await plannedTranscriptIds(run)) {
      const earlier = places.get(id);
      if (earlier !== undefined) throw storeErrors.IB_SHARED_TRANSCRIPT(id, earlier.runId, run.runId);
      places.set(id, run);
    }
  }
  return [...places.keys()];
}

async function findPlaces(runs: readonly RunStore[], places: Map<TranscriptId, RunStore>): Promise<void> {
  for (const run of runs) for (const id of await run.listTranscripts()) places.set(id, run);
}

/** Opens a joint scan and its runs for reading. */
export async function openJointScan(
  results: string,
  scanId: RunId,
): Promise<{ readonly run: ScanSource; readonly scan: ScanStore }> {
  const path = scanDirectory(join(results, SCANS_NAME, scanId)).scanPlan;
  const { runs = [] } = await readJsonArtefact(path, ScanPlan, SCAN_PLAN_VERSION);
  const joint = await openJointRuns({ results, runIds: runs.map((run) => run.run_id), mode: "read" });
  return { run: joint, scan: joint.scan(scanId) };
}

/** The only plan fields in which runs judged together may differ. */
const MAY_DIFFER = ["models", "repeats"];

/** The common fingerprint of runs that were made alike. */
function joinFingerprints(
  runs: readonly { readonly name: string; readonly fingerprint: Fingerprint }[],
): Fingerprint {
  const [first, ...others] = runs;
  if (first === undefined) throw new Error("there is no run to join");
  for (const other of others) {
    const parts = differingParts(first.fingerprint.parts, other.fingerprint.parts, MAY_DIFFER);
    if (parts.length > 0) throw storeErrors.IB_UNLIKE_RUNS(first.name, other.name, parts);
  }
  const parts = Object.fromEntries(
    Object.entries(first.fingerprint.parts).map(([name, hash]) => {
      const hashes = [...new Set(runs.map(({ fingerprint }) => fingerprint.parts[name]))].toSorted();
      return [name, hashes.length === 1 ? hash : Sha256.parse(hashOf(hashes))];
    }),
  );
  return { hash: Sha256.parse(hashOf(parts)), parts };
}
