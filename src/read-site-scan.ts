import { join } from "node:path";
import type { ModelId, RunId } from "./schema/ids.ts";
import type { ScanCosts } from "./site/scan-facts.ts";
import type { SiteScan } from "./site/site-ports.ts";
import { createVerdictCollector } from "./site/verdict-collector.ts";
import type { RunStore } from "./store/run-store.ts";
import type { ScanHome } from "./store/scan-home.ts";
import type { ScanStore } from "./store/scan-store.ts";
import { locateVerdicts } from "./store/verdict-places.ts";

/** A scan on disk, with what names it. */
export interface StoredScan {
  /** As it is called in paths. */
  readonly key: string;
  /** `null` for a scan of several runs, and where the run shall not be named. */
  readonly runId: RunId | null;
  readonly createdAt: string | null;
  readonly home: Pick<ScanHome, "readTranscript" | "runs">;
  readonly scan: ScanStore;
}

/** Reads a scan once from end to end and keeps everything but the texts. */
export async function readSiteScan({ key, runId, createdAt, home, scan }: StoredScan): Promise<SiteScan> {
  const summary = await scan.readSummary();
  const collector = createVerdictCollector();
  const places = await locateVerdicts(join(scan.directory, "verdicts.jsonl"), collector.add);
  return {
    facts: {
      scan: key,
      scanId: scan.scanId,
      runId,
      createdAt,
      plan: await scan.readPlan(),
      summary,
      rates: await scan.readBlindspotRates(),
      scorecards: await Array.fromAsync(scan.readScorecards()),
      ...collector.collected(),
      costs: await readCosts(home, scan),
    },
    readTranscript: (id) => home.readTranscript(id),
    readRows: (id) => places.read(id),
  };
}

async function readCosts(home: StoredScan["home"], scan: ScanStore): Promise<ScanCosts> {
  const costs = await Promise.all(home.runs.map(targetCosts));
  return {
    targetUsd: new Map(costs.flat()),
    judgeUsd: (await scan.readCostReport()).actual?.cost_usd ?? null,
  };
}

async function targetCosts(run: RunStore): Promise<readonly [ModelId, number | null][]> {
  const { models, harness } = await run.readRunPlan();
  // Whoever had the conversations elsewhere paid for them there.
  if (harness === "import") return models.map(({ model_id }) => [model_id, null]);
  const { by_model, target } = await run.readManifest();
  return models.map(({ model_id }) => [
    model_id,
    // Without a division by model the total is known to be of one model only where there is one.
    by_model?.[model_id]?.cost_usd ?? (models.length === 1 ? target.cost_usd : null),
  ]);
}
