/** Where a dry run writes its plan: a folder that no command takes for a scan. */
import { basename, dirname, join, resolve } from "node:path";
import { CostReport } from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { writeJsonArtefact } from "./artefact-files.ts";
import { PlanFolderError } from "./errors.ts";
import { ensureDirectory, listNames, pathExists, realPathOf } from "./file-system.ts";
import { writeScanPlan } from "./files/scan-plan-file.ts";
import { RUN_PLAN_NAME, SCANS_NAME, scanDirectory } from "./layout.ts";

/** Refuses a folder that lies in a run, that commands would take for a scan, or that holds more than an earlier plan. */
export async function refusePlanFolder(directory: string): Promise<void> {
  const path = await whereItWouldBe(resolve(directory));
  if (basename(path) === SCANS_NAME || basename(dirname(path)) === SCANS_NAME)
    throw new PlanFolderError(directory, "commands look for scans there");
  for (let above = path; ; above = dirname(above)) {
    if (await pathExists(join(above, RUN_PLAN_NAME)))
      throw new PlanFolderError(directory, `${above} is a run`);
    if (dirname(above) === above) break;
  }
  const { scanPlan, costReport } = scanDirectory(path);
  const { files } = await listNames(path);
  const isPlan = (name: string) => [basename(scanPlan), basename(costReport)].includes(name);
  if (files.some(isPlan) && !files.every(isPlan)) throw new PlanFolderError(directory, "it holds a scan");
}

/** Follows links in what there is of a path. */
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
