import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Endpoint, MinuteLimits } from "../schema/corpus/bench-config.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { AdaptiveLimiter, type LimiterOptions } from "./chain/adaptive-limiter.ts";
import { Allowance, type ChangeBucket } from "./chain/allowance.ts";
import type { Ledger } from "./cost-ledger.ts";
import type { Provenance } from "./key-hosts.ts";

/** Parts that the models of one run share. */
export interface ProviderContext {
  /** Keys, addresses and proxies, under the names of the environment's variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tells which of these, and of the config, are the user's own. */
  readonly provenance: Provenance;
  /** The config's own servers, by name. */
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly prices: (modelId: string) => ModelPrice | undefined;
  /** Names with a known price. */
  readonly pricedModels?: readonly string[];
  /** The file for the user's own prices, for error messages. @default the name of a config that is found */
  readonly configFile?: string | undefined;
  readonly clock: Clock;
  /** Spreads retries. It is the only part that needs no seed. */
  readonly random?: Random;
  readonly limiterFor: LimiterPool;
  /** Returns `undefined` if an account's per-minute limits are unknown. */
  readonly allowanceFor?: AllowancePool;
  /** Connects processes that share accounts. @default there are no others */
  readonly accounts?: SharedAccounts | undefined;
  /** `null`: costs are reported but not limited. */
  readonly ledger: Ledger | null;
  readonly cacheDirectory: string | null;
  /** Limit for one attempt. */
  readonly timeoutMs: number;
  readonly onHang?: (description: string, seconds: number) => void;
}

/** Accounts that other processes use too. */
export interface SharedAccounts {
  /** Passes other processes' reports about the account to this limiter. A second join has no effect. */
  join(account: string, limiter: Pick<AdaptiveLimiter, "slowDown" | "shareWith">): SharedAccount;
}

/** One account at a provider, shared by several processes. */
export interface SharedAccount {
  /**
   * Reports that the provider answered "too many" to an attempt sent at that time, by this process's clock. Does not
   * wait.
   */
  refused(sentAtMs: number, retryAfterMs: number | undefined): void;
  readonly changeBucket: ChangeBucket;
}

/** One limiter per provider and key: models with the same account share its limit. */
type LimiterPool = (account: string) => AdaptiveLimiter;

export function createLimiterPool(options: LimiterOptions): LimiterPool {
  return onceForEach(() => new AdaptiveLimiter(options));
}

type AllowancePool = (account: string, shared: SharedAccount | undefined) => Allowance | undefined;

export function createAllowancePool(
  limits: Readonly<Record<string, MinuteLimits>>,
  clock: Clock,
): AllowancePool {
  return onceForEach((account, shared) => {
    const [provider = ""] = account.split(" ");
    const known = Object.hasOwn(limits, provider) ? limits[provider] : undefined;
    return known && new Allowance({ limits: known, clock, changeBucket: shared?.changeBucket });
  });
}

/** Creates one value per account, whichever of its models asked first. */
function onceForEach<Given extends readonly unknown[], Made>(
  make: (account: string, ...given: Given) => Made,
): (account: string, ...given: Given) => Made {
  const made = new Map<string, Made>();
  return (account, ...given) => {
    const found = made.get(account) ?? make(account, ...given);
    made.set(account, found);
    return found;
  };
}
