import type { Clock } from "../kernel/clock.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import { addStageCalls, type StageCalls, stageTotals } from "../measure/call-count.ts";
import type { JournalTotals } from "../measure/journal-totals.ts";
import type { RunId } from "../schema/ids.ts";
import { MANIFEST_VERSION, type RunManifest } from "../schema/run/manifest.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";

/** Builds the manifest of a finished run. */
export function runManifest(
  runId: RunId,
  plan: RunPlan,
  complete: number,
  totals: JournalTotals,
  clock: Clock,
): RunManifest {
  const finishedAt = new Date(clock.now()).toISOString();
  const planned = plan.totals.conversations;
  return {
    schema_version: MANIFEST_VERSION,
    run_id: runId,
    tool_version: toolVersion(),
    node_version: process.versions.node,
    plan_hash: plan.fingerprint.hash,
    started_at: totals.startedAt ?? finishedAt,
    finished_at: finishedAt,
    legs: totals.legs,
    conversations: { planned, complete, incomplete: planned - complete },
    ...(plan.corpus.private ? { private: true } : {}),
    ...(plan.corpus.pack === undefined ? {} : { pack: plan.corpus.pack.name }),
    corpus_hash: plan.corpus.hash,
    wall_time_ms: totals.wallTimeMs,
    target: stageTotals(
      callsOfTargets(plan, totals),
      plan.models.every((model) => model.simulated),
    ),
    ...(totals.staleLines === 0 ? {} : { stale_lines: totals.staleLines }),
    by_model: Object.fromEntries(
      plan.models.flatMap((model) => {
        const row = callsOfModel(model, totals);
        return row === null ? [] : [[model.model_id, row]];
      }),
    ),
    ...routerRow(plan, totals),
  };
}

/** Includes the router's calls, because they are in the same journal. */
function callsOfTargets({ models, router }: RunPlan, totals: JournalTotals): StageCalls {
  if (router === undefined) return totals;
  return addStageCalls(models.flatMap(({ model_id }) => totals.byModel.get(model_id) ?? []));
}

function callsOfModel(
  { model_id, simulated, estimate }: RunPlan["models"][number],
  { byModel }: JournalTotals,
) {
  const ofModel = byModel.get(model_id);
  if (ofModel === undefined) return null;
  const { resolvedModels, warnings } = ofModel;
  return {
    ...stageTotals(ofModel, simulated),
    estimated_cost_usd: estimate?.cost_usd?.expected ?? null,
    resolved_models: [...resolvedModels],
    warnings: [...warnings],
  };
}

/** Empty if no router was called. */
function routerRow({ router }: RunPlan, totals: JournalTotals): Pick<RunManifest, "router"> {
  const row = router && callsOfModel(router, totals);
  return router === undefined || row == null ? {} : { router: { model_id: router.model_id, ...row } };
}
