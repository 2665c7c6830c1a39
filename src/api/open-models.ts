import { join } from "node:path";
import { assertKey } from "../providers/ai-sdk/provider-settings.ts";
import { assertPriced } from "../providers/chain/assert-priced.ts";
import { CostLedger } from "../providers/chain/cost-ledger.ts";
import { createLimiterPool } from "../providers/chain/limiter-pool.ts";
import { openHarnessClient } from "../providers/http/open-harness-client.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { openModel } from "../providers/open-model.ts";
import type { ProviderContext } from "../providers/provider-context.ts";
import type { SimWorld } from "../providers/sim/sim-world.ts";
import type { ModelPrice } from "../schema/model-catalog.ts";
import { openReplay } from "./open-replay.ts";
import type { Workshop } from "./workshop.ts";

const DEFAULT_CONNECTIONS = 16;
const DEFAULT_TIMEOUT_SECONDS = 300;

export interface SpendOptions {
  readonly maxConnections?: number;
  readonly maxCostUsd?: number;
  readonly cache?: boolean;
  readonly dryRun?: boolean;
}

/** The models of one command, with the money, the connections and the cache that they share. */
export interface OpenModels {
  readonly ledger: CostLedger;
  /** What simulated models know, built when it is first needed. */
  world(): Promise<SimWorld>;
  model(modelId: string): Promise<ModelClient>;
  /** A product behind its own endpoint. */
  product(harness: "givecare/v2" | "http/json", runId: string): ModelClient;
}

export async function openModels(
  workshop: Workshop,
  options: SpendOptions,
  onHang: (call: string, seconds: number) => void,
): Promise<OpenModels> {
  const { config, environment, clock } = workshop;
  const maxCostUsd = options.maxCostUsd ?? config.max_cost_usd ?? null;
  const maxConnections = options.maxConnections ?? config.max_connections ?? DEFAULT_CONNECTIONS;
  const ledger = new CostLedger({ ceilingUsd: maxCostUsd });
  const catalog = await pricesOf(workshop);
  const providers: ProviderContext = {
    environment,
    endpoints: config.endpoints ?? {},
    prices: (modelId) => catalog.get(modelId),
    clock,
    limiterFor: createLimiterPool({ maxConnections, clock }),
    ledger,
    cacheDirectory: options.cache === false ? null : join(workshop.results, ".cache"),
    timeoutMs: (config.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    onHang,
  };
  let building: Promise<SimWorld> | undefined;
  const world = () => {
    building ??= Promise.all([workshop.corpus(), workshop.matcher()]).then(([corpus, matcher]) => ({
      ...corpus,
      matcher,
    }));
    return building;
  };
  return {
    ledger,
    world,
    model: async (modelId) => {
      if (maxCostUsd !== null) assertPriced([modelId], providers.prices);
      // A plan needs no key; work that would fail at its first call is refused before it begins.
      if (!options.dryRun) assertKey(modelId, providers);
      if (modelId.startsWith("replay/")) return openReplay(workshop, modelId);
      return openModel(modelId, { world, providers, simulation: workshop.simulation });
    },
    product: (harness, runId) =>
      openHarnessClient(harness, { ...providers, maxConnections, runId, config: config.http_harness }),
  };
}

/** The corpus's price list, with the config's on top. */
async function pricesOf(workshop: Workshop): Promise<ReadonlyMap<string, ModelPrice>> {
  const { models } = (await workshop.corpus()).models;
  return new Map([...models, ...(workshop.config.prices ?? [])].map((price) => [price.model, price]));
}
