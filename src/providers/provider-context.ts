import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Endpoint } from "../schema/corpus/bench-config.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { AdaptiveLimiter, type LimiterOptions } from "./chain/adaptive-limiter.ts";
import type { Ledger } from "./cost-ledger.ts";
import type { Provenance } from "./key-hosts.ts";

/** What the models of one run share. */
export interface ProviderContext {
  /** Keys, addresses and proxies, under the names of the environment's variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Which of these, and of the config, are the person's own. */
  readonly provenance: Provenance;
  /** The config's own servers, by name. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly prices: (modelId: string) => ModelPrice | undefined;
  readonly clock: Clock;
  /** Spreads retries; unlike everything else here, it needs no seed. */
  readonly random?: Random;
  readonly limiterFor: LimiterPool;
  /** `null`: costs are reported and nothing is held back. */
  readonly ledger: Ledger | null;
  readonly cacheDirectory: string | null;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly onHang?: (description: string, seconds: number) => void;
}

/** The limiter of each provider and key: models that share an account share its limit. */
type LimiterPool = (key: string) => AdaptiveLimiter;

export function createLimiterPool(options: LimiterOptions): LimiterPool {
  const limiters = new Map<string, AdaptiveLimiter>();
  return (key) => {
    const limiter = limiters.get(key) ?? new AdaptiveLimiter(options);
    limiters.set(key, limiter);
    return limiter;
  };
}
