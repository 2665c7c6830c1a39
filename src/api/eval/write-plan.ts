/** Writes the plan of judging and its estimated cost, if a dry run names a folder. */
import { join } from "node:path";
import type { CorpusPack } from "../../corpus/corpus.ts";
import { costAhead } from "../../pipeline.ts";
import type { RunId } from "../../schema/ids.ts";
import type { ScanPlan } from "../../schema/scan/scan-plan.ts";
import { refusePlanFolder, writePlanFolder } from "../../store/planned-run.ts";
import { scanIdOf } from "../../store/scan-source.ts";
import type { PlanTo } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";

/** Refuses a folder that cannot take the plan before anything is planned. */
export async function refusePlanTo({
  planTo,
  dryRun,
}: PlanTo & { readonly dryRun?: boolean }): Promise<void> {
  if (planTo === undefined) return;
  if (dryRun !== true) throw apiErrors.IB_PLAN_WITHOUT_DRY_RUN();
  await refusePlanFolder(planTo);
}

export async function writePlan(directory: string, plan: ScanPlan, scanId: RunId): Promise<void> {
  await writePlanFolder(directory, plan, costAhead(scanId, plan));
}

/** Writes the core's plan into the folder, a pack's below it, and the plan of the pack's own checks below that. */
export async function writePlans(
  directory: string,
  parts: readonly {
    readonly pack: CorpusPack | null;
    readonly judging: ScanPlan | null;
    readonly own?: { readonly judging: ScanPlan | null };
  }[],
): Promise<void> {
  for (const { pack, judging, own } of parts) {
    const folder = pack === null ? directory : join(directory, pack.name);
    for (const [path, plan] of [
      [folder, judging],
      [join(folder, "own-checks"), own?.judging ?? null],
    ] as const)
      if (plan !== null) await writePlan(path, plan, scanIdOf(plan));
  }
}
