import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Endpoint, MinuteLimits } from "../schema/corpus/bench-config.ts";
import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { AdaptiveLimiter, type LimiterOptions } from "./chain/adaptive-limiter.ts";
import { Allowance, type ChangeBucket } from "./chain/allowance.ts";
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
  /** The names that a price is known for. */
  readonly pricedModels?: readonly string[];
  /** Where prices of one's own stand, for whoever lacks one. @default the name of a config that is found */
  readonly configFile?: string | undefined;
  readonly clock: Clock;
  /** Spreads retries; unlike everything else here, it needs no seed. */
  readonly random?: Random;
  readonly limiterFor: LimiterPool;
  /** `undefined` where an account's limits by the minute are not known. */
  readonly allowanceFor?: AllowancePool;
  /** Where processes that share accounts tell each other of them. @default there are no others */
  readonly accounts?: SharedAccounts | undefined;
  /** `null`: costs are reported and nothing is held back. */
  readonly ledger: Ledger | null;
  readonly cacheDirectory: string | null;
  /** Of one attempt. */
  readonly timeoutMs: number;
  readonly onHang?: (description: string, seconds: number) => void;
}

/** Accounts that other processes work for too. */
export interface SharedAccounts {
  /** Whatever others hear of the account reaches this limiter. Joined twice, it is joined once. */
  join(account: string, limiter: Pick<AdaptiveLimiter, "slowDown" | "shareWith">): SharedAccount;
}

/** One account at a provider, as all processes see it that work for it. */
export interface SharedAccount {
  /** The provider said "too many" to an attempt that was sent then, by this process's clock; it waits for nobody. */
  refused(sentAtMs: number, retryAfterMs: number | undefined): void;
  readonly changeBucket: ChangeBucket;
}

/** The limiter of each provider and key: models that share an account share its limit. */
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

/** An account has one of each, whichever of its models asked first. */
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
