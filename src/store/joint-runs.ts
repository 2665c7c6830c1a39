import { join } from "node:path";
import { differingParts } from "../domain/fingerprints.ts";
import { hashOf } from "../kernel/hash.ts";
import type { Fingerprint } from "../schema/fingerprint.ts";
import { type RunId, Sha256, type TranscriptId } from "../schema/ids.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan/scan-plan.ts";
import { readJsonArtefact } from "./artefact-files.ts";
import { storeErrors } from "./errors.ts";
import { SCANS_NAME, scanDirectory } from "./layout.ts";
import type { LockOptions } from "./lock/run-lock.ts";
import { plannedTranscriptIds, readPlannedTranscript } from "./planned-run.ts";
import { openRun, type RunStore } from "./run-store.ts";
import { jointScanId, type ScanSource } from "./scan-source.ts";
import { openScansFolder, type ScanStore, type ScansFolder } from "./scan-store.ts";

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
