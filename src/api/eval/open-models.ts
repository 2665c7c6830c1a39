import { join } from "node:path";
import { withOwnChecks } from "../../corpus/own-checks.ts";
import { replyName } from "../../domain/keys.ts";
import { isFilesName } from "../../domain/models.ts";
import { BenchError } from "../../kernel/errors.ts";
import type { SimWorld } from "../../providers/assistant-profiles.ts";
import { assertPriced, CostLedger, type Ledger } from "../../providers/cost-ledger.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import { openModel } from "../../providers/open-model.ts";
import {
  createAllowancePool,
  createLimiterPool,
  type ProviderContext,
  type SharedAccounts,
} from "../../providers/provider-context.ts";
import { assertKey } from "../../providers/provider-settings.ts";
import { createReplay, type RecordedReply } from "../../providers/recorded-model.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { locateRun } from "../../store/find.ts";
import { CACHE_NAME } from "../../store/layout.ts";
import { openRun } from "../../store/run-store.ts";
import { type BenchContext, matcherOf } from "../bench-context.ts";
import type { ScanOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";

const DEFAULT_CONNECTIONS = 16;
const DEFAULT_TIMEOUT_SECONDS = 300;

export interface SpendOptions extends Pick<ScanOptions, "batch" | "requests" | "answers"> {
  readonly maxConnections?: number;
  readonly maxCostUsd?: number;
  readonly cache?: boolean;
  readonly dryRun?: boolean;
  /** Ledger of work that is shared with others. @default one of this command's own */
  readonly ledger?: Ledger;
  /** Channel through which workers share the state of provider accounts. @default there are no others */
  readonly accounts?: SharedAccounts;
  /** Skips the check for keys here: workers ask the models, or each model is checked later. @default false */
  readonly isRemote?: boolean;
}

/** The models of one command, with their shared ledger, connections and cache. */
export interface OpenModels {
  readonly ledger: Ledger;
  /** Knowledge of simulated models, built on first use. */
  world(): Promise<SimWorld>;
  /** Opens a model by name, or takes the caller's own client. */
  model(model: string | ModelClient): Promise<ModelClient>;
  /** Whether this machine has the key of a model. */
  hasKey(modelId: string): boolean;
  /** Returns the price from this machine's corpus and config. */
  priceOf(modelId: string): ModelPrice | undefined;
  /** Opens the judge for its way of asking: at once, later in batches, or by files. */
  judge(model: string | ModelClient): Promise<ModelClient>;
  /** Opens a product behind its own endpoint. */
  product(harness: "givecare/v2" | "http/json", runId: string): Promise<ModelClient>;
}

export async function openModels(
  context: BenchContext,
  options: SpendOptions,
  onHang: (call: string, seconds: number) => void,
): Promise<OpenModels> {
  const { config, environment, provenance, clock } = context;
  const maxCostUsd = options.ledger
    ? options.ledger.ceilingUsd
    : (options.maxCostUsd ?? config.max_cost_usd ?? null);
  if (maxCostUsd !== null && !(maxCostUsd > 0 && Number.isFinite(maxCostUsd)))
    throw apiErrors.IB_BAD_CEILING(maxCostUsd);
  const maxConnections = options.maxConnections ?? config.max_connections ?? DEFAULT_CONNECTIONS;
  const ledger = options.ledger ?? new CostLedger({ ceilingUsd: maxCostUsd });
  const catalog = await pricesOf(context);
  const providers: ProviderContext = {
    environment,
    provenance,
    endpoints: config.endpoints ?? {},
    prices: (modelId) => catalog.get(modelId),
    pricedModels: [...catalog.keys()],
    configFile: context.configFile,
    clock,
    limiterFor: createLimiterPool({ maxConnections, clock }),
    allowanceFor: createAllowancePool(config.limits ?? {}, clock),
    accounts: options.accounts,
    ledger,
    cacheDirectory: isCacheOn(context, options) ? join(context.results, CACHE_NAME) : null,
    timeoutMs: (config.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    onHang,
  };
  let building: Promise<SimWorld> | undefined;
  const world = () => {
    building ??= simulatedWorld(context);
    return building;
  };
  const admit = (modelId: string) => {
    if (maxCostUsd !== null) assertPriced([modelId], providers);
    // A plan needs no key; work without its key is refused before its first call would fail.
    if (!options.dryRun && !options.isRemote) assertKey(modelId, providers);
  };
  const model: OpenModels["model"] = async (asked) => {
    if (typeof asked !== "string")
      return (await import("../../providers/open-own-model.ts")).openOwnModel(asked, providers);
    admit(asked);
    if (asked.startsWith("replay/")) return openReplay(context, asked);
    return openModel(asked, { world, providers, simulation: context.simulation });
  };
  const { batch, requests, answers } = options;
  return {
    ledger,
    world,
    model,
    priceOf: providers.prices,
    hasKey: (modelId) => {
      try {
        assertKey(modelId, providers);
        return true;
      } catch (error) {
        if (error instanceof BenchError) return false;
        throw error;
      }
    },
    judge: async (asked) => {
      const name = typeof asked === "string" ? asked : asked.modelId;
      if (!batch && !isFilesName(name)) return model(asked);
      admit(name);
      const { openBatchModel } = await import("../../providers/open-batch-model.ts");
      return openBatchModel(name, providers, {
        ...(requests === undefined ? {} : { requests }),
        ...(answers === undefined ? {} : { answers }),
      });
    },
    product: async (harness, runId) => {
      const { assertProductAdmitted, openProduct } = await import("../../providers/open-product.ts");
      const own = { ...providers, maxConnections, runId, config: config.http_harness };
      const product = openProduct(harness, own);
      if (maxCostUsd !== null) assertPriced([product.modelId], providers);
      if (!options.dryRun && !options.isRemote) assertProductAdmitted(harness, own);
      return product;
    },
  };
}

/** Builds the world of simulated models: assistants fail the checks of a pack too, and a simulated judge knows its cards. */
async function simulatedWorld(context: BenchContext): Promise<SimWorld> {
  const corpus = withOwnChecks(await context.corpus());
  return { ...corpus, matcher: await matcherOf(corpus) };
}

/**
 * Returns the option, else the config's value, else true; but false in continuous integration, where an old reply
 * would pass for a new one.
 */
function isCacheOn({ config, environment }: BenchContext, options: SpendOptions): boolean {
  const ci = environment["CI"] ?? "";
  return options.cache ?? config.cache ?? ["", "0", "false"].includes(ci.toLowerCase());
}

/** The corpus's price list, with the config's on top. */
async function pricesOf(context: BenchContext): Promise<ReadonlyMap<string, ModelPrice>> {
  const { models } = (await context.corpus()).models;
  return new Map([...models, ...(context.config.prices ?? [])].map((price) => [price.model, price]));
}

const NO_USAGE = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };

/** Opens `replay/<run>` or `replay/<run>/<model>`: a model that repeats its replies in a recorded run. */
async function openReplay(context: BenchContext, modelId: string): Promise<ModelClient> {
  const [, run = "", ...rest] = modelId.split("/");
  const wanted = rest.join("/");
  const { results, runId } = await locateRun(run, context.results);
  const store = await openRun({ results, runId, mode: "read" });
  const { models } = await store.readRunPlan();
  const found = wanted === "" ? models : models.filter((model) => model.model_id === wanted);
  const [model, ...others] = found;
  if (model === undefined || others.length > 0) {
    throw apiErrors.IB_NO_REPLAY(
      run,
      wanted,
      models.map(({ model_id }) => model_id),
    );
  }
  const replies = new Map<string, RecordedReply>();
  for (const id of await store.listTranscripts()) {
    const { header, messages } = await store.readTranscript(id);
    if (header.model_id !== model.model_id) continue;
    for (const { role, turn, content, finish_reason, error } of messages) {
      if (role === "user" || error !== undefined) continue;
      const reply = { content, finish_reason: finish_reason ?? "other", usage: NO_USAGE } as const;
      replies.set(replyName(header.scenario_id, header.repeat, turn), reply);
    }
  }
  await store.close();
  return createReplay({
    modelId,
    simulated: model.simulated,
    find: (scenarioId, repeat, turn) => replies.get(replyName(scenarioId, repeat, turn)),
  });
}
