/** What earlier runs, scans and labels measured, for planning and showing new ones. */

import { join } from "node:path";
import { BenchError } from "../kernel/errors.ts";
import { CALIBRATION_STATUS_VERSION, CalibrationStatus } from "../schema/review/calibration-status.ts";
import { CostReport, MANIFEST_VERSION, RunManifest } from "../schema/run/manifest.ts";
import { readJsonArtefact } from "./artefact-files.ts";
import { listNames, pathExists } from "./file-system.ts";
import { listRuns } from "./find.ts";
import { runDirectory, SCANS_NAME, scanDirectory } from "./layout.ts";

/** Mean tokens of a reply by model, over the finished runs below `results`: what an estimate is better made from. */
export async function measuredReplies(results: string): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, { calls: number; tokens: number }>();
  for (const run of await listRuns(results)) {
    if (!run.has_manifest) continue;
    const { runManifest } = runDirectory(results, run.run_id);
    const manifest = await readJsonArtefact(runManifest, RunManifest, MANIFEST_VERSION).catch(
      (error: unknown) => {
        // An old or damaged run must not keep a new one from being planned; it only measures nothing.
        if (error instanceof BenchError) return null;
        throw error;
      },
    );
    for (const [model, totals] of Object.entries(manifest?.by_model ?? {})) {
      const sum = sums.get(model) ?? { calls: 0, tokens: 0 };
      sum.calls += totals.calls - (totals.from_cache ?? 0);
      sum.tokens += totals.usage.output_tokens;
      sums.set(model, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([model, { calls, tokens }]) => (calls === 0 ? [] : [[model, tokens / calls]])),
  );
}

/** Mean output tokens of an answer by judge, over the finished scans below `results`. */
export async function measuredAnswers(results: string): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, { calls: number; tokens: number }>();
  for (const folder of await scanFolders(results)) {
    const report = await readJsonArtefact(
      scanDirectory(folder).costReport,
      CostReport,
      MANIFEST_VERSION,
    ).catch((error: unknown) => {
      // An old or damaged scan must not keep a new one from being planned; it only measures nothing.
      if (error instanceof BenchError) return null;
      throw error;
    });
    for (const [model, totals] of Object.entries(report?.actual?.by_model ?? {})) {
      const sum = sums.get(model) ?? { calls: 0, tokens: 0 };
      sum.calls += totals.calls - (totals.from_cache ?? 0);
      sum.tokens += totals.usage.output_tokens;
      sums.set(model, sum);
    }
  }
  return new Map(
    [...sums].flatMap(([model, { calls, tokens }]) => (calls === 0 ? [] : [[model, tokens / calls]])),
  );
}

async function scanFolders(results: string): Promise<readonly string[]> {
  const ofRuns = (await listRuns(results)).flatMap((run) =>
    run.scans.map((scan) => join(run.path, SCANS_NAME, scan)),
  );
  const joint = await listNames(join(results, SCANS_NAME));
  return [...ofRuns, ...joint.folders.map((name) => join(results, SCANS_NAME, name))];
}

/** How far the corpus's checks were measured against people; `null` where nobody did. */
export async function readCalibration(corpusRoot: string): Promise<CalibrationStatus | null> {
  const path = join(corpusRoot, "calibration", "status.json");
  if (!(await pathExists(path))) return null;
  return readJsonArtefact(path, CalibrationStatus, CALIBRATION_STATUS_VERSION);
}
