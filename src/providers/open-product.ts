import type { HttpHarnessConfig } from "../schema/corpus/bench-config.ts";
import { buildChain } from "./chain/build-chain.ts";
import { providersErrors, providersUnavailable } from "./errors.ts";
import { assertCollected } from "./key-hosts.ts";
import type { ModelClient } from "./model-client.ts";
import { openNetwork } from "./network.ts";
import { assertGiveCare, createGiveCareClient } from "./product/givecare-client.ts";
import { createHttpJsonClient } from "./product/http-json-client.ts";
import { createPostJson } from "./product/post-json.ts";
import type { TargetOrigin } from "./product/product-turn.ts";
import { conversationId } from "./product/product-turn.ts";
import { variablesIn } from "./product/request-template.ts";
import type { ProviderContext } from "./provider-context.ts";
import { createLimiterPool } from "./provider-context.ts";

type Shared = Pick<ProviderContext, "environment" | "provenance" | "clock" | "timeoutMs">;
type SharedIfAny = Partial<Pick<ProviderContext, "prices" | "ledger" | "onHang" | "random">>;

export interface ProductContext extends Shared, SharedIfAny {
  /** `http_harness` of the config file. */
  readonly config: HttpHarnessConfig | undefined;
  /** Stays the same when a run resumes, so a product that keeps conversations continues them. */
  readonly runId: string;
  readonly maxConnections: number;
}

/** Opens the client for a product. Needs no key and opens no connection before the first turn. */
export function openProduct(harness: "givecare/v2" | "http/json", context: ProductContext): ModelClient {
  const { config, environment, provenance, clock, runId } = context;
  const around = chainOf(context);
  const parts = {
    environment,
    provenance,
    clock,
    post: createPostJson({ connect: (address) => openNetwork(context, address), clock }),
    conversationIdFor: (origin: TargetOrigin) => conversationId(runId, config?.name ?? harness, origin),
  };
  if (harness === "givecare/v2") return createGiveCareClient({ ...parts, around });
  if (config === undefined) throw providersErrors.IB_NO_HTTP_HARNESS();
  const assertKeys = () => assertProductKeys(config, context);
  return around(createHttpJsonClient(config, { ...parts, assertKeys }));
}

type Keys = Pick<ProviderContext, "environment" | "provenance">;

/** Returns the variables with a value that a product's headers name. */
export function productKeys(config: HttpHarnessConfig, { environment }: Keys): readonly string[] {
  return variablesIn(config.headers ?? {}).filter((variable) => environment[variable]);
}

/** Returns the variables without a value that a product's headers name. */
export function missingProductKeys(config: HttpHarnessConfig, { environment }: Keys): readonly string[] {
  return variablesIn(config.headers ?? {}).filter((variable) => !environment[variable]?.trim());
}

/** Refuses a product that would receive a key meant for another host. */
export function assertProductKeys(config: HttpHarnessConfig, keys: Keys): void {
  const { name: modelId, url: address } = config;
  const variables = productKeys(config, keys);
  assertCollected(
    { modelId, variables, address, namedBy: { configKey: "http_harness.url" } },
    keys.provenance,
  );
}

/**
 * Refuses, before a run begins, a product whose first turn could not be sent: a key is missing, or would go to a wrong
 * host.
 */
export function assertProductAdmitted(
  harness: "givecare/v2" | "http/json",
  context: Keys & Pick<ProductContext, "config">,
): void {
  if (harness === "givecare/v2") {
    assertGiveCare(context);
    return;
  }
  const { config } = context;
  if (config === undefined) throw providersErrors.IB_NO_HTTP_HARNESS();
  assertProductKeys(config, context);
  const missing = missingProductKeys(config, context);
  if (missing.length > 0)
    throw providersUnavailable.IB_MISSING_VARIABLES(missing, context.provenance.isEnvironmentGiven);
}

/** Creates shared parts such as the limiter once, and returns the chain for every attempt of a product. */
function chainOf(context: ProductContext): (attempt: ModelClient) => ModelClient {
  const { clock, maxConnections, prices = () => undefined, ledger = null } = context;
  const providers: ProviderContext = {
    ...context,
    endpoints: {},
    prices,
    ledger,
    limiterFor: createLimiterPool({ maxConnections, clock }),
    // A product that keeps a conversation must receive each of its turns.
    cacheDirectory: null,
  };
  return (attempt) => {
    const { modelId } = attempt;
    return buildChain(attempt, { account: modelId, address: modelId, price: prices(modelId) }, providers);
  };
}
