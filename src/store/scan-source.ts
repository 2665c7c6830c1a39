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

/** What a scan is about to look at. */
export interface ScanInput {
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
  material(): Promise<ScanInput>;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  /**
   * Where a scan by this plan is kept, written or not: the same settings continue the same scan, others begin their own.
   * @param scanId instead of a name made of them
   */
  scanFor(plan: ScanPlan, scanId?: RunId): ScanStore;
}

/** Which release a scan is of, by the runs it looked at. */
export async function readRelease({ runs }: Pick<ScanSource, "runs">): Promise<Release> {
  const read = runs.map(async (run) => ({
    plan: await run.readRunPlan(),
    manifest: await run.readManifest(),
  }));
  return releaseOf(await Promise.all(read));
}

/** Where a scan's evidence lies: in its folder, and in those of its runs. */
export function sealedPlace(home: Pick<ScanSource, "runs">, scan: Pick<ScanStore, "paths">): SealedPlace {
  return { scan: scan.paths, runs: home.runs.map(({ directory }) => runDirectoryAt(directory)) };
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

/** Several runs of one results folder, to be judged as one; their scans lie beside the runs, in `scans/`. */
export type JointRuns = ScanSource & ScansFolder;

/** `write` takes the lock of the folder of joint scans; the runs themselves are only read. */
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

/** Run after run; remembers where each transcript is, and refuses one that is in two places. */
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

/** A scan of several runs and the runs it is of, for reading. */
export async function openJointScan(
  results: string,
  scanId: RunId,
): Promise<{ readonly run: ScanSource; readonly scan: ScanStore }> {
  const path = scanDirectory(join(results, SCANS_NAME, scanId)).scanPlan;
  const { runs = [] } = await readJsonArtefact(path, ScanPlan, SCAN_PLAN_VERSION);
  const joint = await openJointRuns({ results, runIds: runs.map((run) => run.run_id), mode: "read" });
  return { run: joint, scan: joint.scan(scanId) };
}

/** In these, and in nothing else, runs that are judged together may differ. */
const MAY_DIFFER = ["models", "repeats"];

/** One fingerprint of runs that were made alike. */
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
