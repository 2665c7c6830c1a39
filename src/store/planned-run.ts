import { basename, dirname, join, resolve } from "node:path";
import { differingParts } from "../domain/fingerprints.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { hasCode } from "../kernel/errors.ts";
import { sha256 } from "../kernel/hash.ts";
import type { TranscriptId } from "../schema/ids.ts";
import { CostReport } from "../schema/run/manifest.ts";
import { RunPlan, type StoredRunPlan } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { writeJsonArtefact } from "./artefact-files.ts";
import { storeErrors } from "./errors.ts";
import { ensureDirectory, listNames, pathExists, realPathOf } from "./file-system.ts";
import { writeScanPlan } from "./files/scan-plan-file.ts";
import { RUN_PLAN_NAME, SCANS_NAME, scanDirectory } from "./layout.ts";
import type { RunStore } from "./run-store.ts";

/**
 * Writes the plan of a new run, or returns the stored plan of a resumed one. A resumed run must have the same plan;
 * otherwise the difference is reported. It keeps its original cost estimate.
 */
export async function keepRunPlan(store: RunStore, plan: RunPlan): Promise<RunPlan> {
  if (!(await store.hasRunPlan())) {
    await store.writeRunPlan(plan);
    return plan;
  }
  const kept = await store.readRunPlan();
  await store.refuseOlderJournal();
  const differences = differingParts(kept.fingerprint.parts, plan.fingerprint.parts);
  if (differences.length > 0) throw storeErrors.IB_PLAN_CHANGED(store.directory, differences);
  return RunPlan.parse(kept);
}

/** Yields a run's transcripts in plan order. If one is missing it throws an error that says how to complete the run. */
export async function* plannedTranscripts(store: RunStore): AsyncGenerator<Transcript> {
  for (const id of await plannedTranscriptIds(store)) yield await readPlannedTranscript(store, id);
}

/** Transcript ids in plan order. */
export async function plannedTranscriptIds(store: RunStore): Promise<readonly TranscriptId[]> {
  return plannedIds(await store.readRunPlan());
}

/** Reads one transcript, or throws an error that says how to create it. */
export async function readPlannedTranscript(store: RunStore, id: TranscriptId): Promise<Transcript> {
  const { harness } = await store.readRunPlan();
  return store.readTranscript(id).catch((error: unknown) => {
    // An import is written whole, so a missing file was deleted, and no command can restore it.
    if (hasCode(error, "IB_NO_SUCH_ARTIFACT") && harness !== "import")
      throw storeErrors.IB_RUN_INCOMPLETE(store.runId, { cause: error });
    throw error;
  });
}

function plannedIds(plan: StoredRunPlan): readonly TranscriptId[] {
  if (plan.harness === "import") return plan.conversations.map(({ transcript_id }) => transcript_id);
  const repeats = Array.from({ length: plan.repeats }, (_, index) => index + 1);
  return plan.models.flatMap(({ model_id }) =>
    plan.scenarios.flatMap(({ scenario_id }) =>
      repeats.map((repeat) => transcriptId(modelSlug(model_id, sha256), scenario_id, repeat)),
    ),
  );
}

/** Throws if a folder lies inside a run, looks like a scan to commands, or holds more than an earlier plan. */
export async function refusePlanFolder(directory: string): Promise<void> {
  const path = await whereItWouldBe(resolve(directory));
  if (basename(path) === SCANS_NAME || basename(dirname(path)) === SCANS_NAME)
    throw storeErrors.IB_PLAN_FOLDER(directory, "commands look for scans there");
  for (let above = path; ; above = dirname(above)) {
    if (await pathExists(join(above, RUN_PLAN_NAME)))
      throw storeErrors.IB_PLAN_FOLDER(directory, `${above} is a run`);
    if (dirname(above) === above) break;
  }
  const { scanPlan, costReport } = scanDirectory(path);
  const { files } = await listNames(path);
  const isPlan = (name: string) => [basename(scanPlan), basename(costReport)].includes(name);
  if (files.some(isPlan) && !files.every(isPlan))
    throw storeErrors.IB_PLAN_FOLDER(directory, "it holds a scan");
}

/** Resolves the links in the existing part of a path. */
async function whereItWouldBe(path: string): Promise<string> {
  if ((await pathExists(path)) || dirname(path) === path) return realPathOf(path);
  return join(await whereItWouldBe(dirname(path)), basename(path));
}

/** Writes `scan_plan.json` and `cost_report.json`. */
export async function writePlanFolder(directory: string, plan: ScanPlan, costs: CostReport): Promise<void> {
  await refusePlanFolder(directory);
  const { scanPlan, costReport } = scanDirectory(directory);
  await ensureDirectory(directory);
  await writeScanPlan(scanPlan, plan);
  await writeJsonArtefact(costReport, CostReport.parse(costs));
}
