import { createRandom } from "../../kernel/random.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { CostLedger } from "../cost-ledger.ts";
import { BatchInterrupted } from "../errors.ts";
import type { ModelClient } from "../model-client.ts";
import type { ProviderContext } from "../provider-context.ts";
import { withLimiter } from "./adaptive-limiter.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { withBudget } from "./with-budget.ts";
import { withCache } from "./with-cache.ts";
import { withRetry } from "./with-retry.ts";
import { withTimeout } from "./with-timeout.ts";

/**
 * Builds the chain around a model with live calls. A request passes from the last line to the first, its reply the
 * other way.
 */
export function buildChain(
  attempt: ModelClient,
  served: { readonly account: string; readonly address: string; readonly price: ModelPrice | undefined },
  context: ProviderContext,
): ModelClient {
  const { clock, timeoutMs, onHang, cacheDirectory } = context;
  const { price, address } = served;
  const ledger = context.ledger ?? new CostLedger({ ceilingUsd: null });
  const limiter = context.limiterFor(served.account);
  const others = context.accounts?.join(served.account, limiter);
  const allowance = context.allowanceFor?.(served.account, others);
  const random = context.random ?? createRandom(`retries|${attempt.modelId}|${clock.now()}`);

  let chain = withTimeout(attempt, { clock, timeoutMs, onHang });
  chain = withBudget(chain, { ledger, price });
  const breaker = new CircuitBreaker(attempt.modelId, clock);
  chain = withRetry(chain, { clock, random, limiter, others, allowance, breaker });
  chain = withLimiter(chain, limiter);
  if (cacheDirectory !== null) chain = withCache(chain, { directory: cacheDirectory, address, clock });
  return chain;
}

/**
 * Builds the chain around a model whose calls go out in batches. It needs no delay between retries and no timeout,
 * because batches take hours. When work stops, calls stay in their batch and the reason is recorded.
 */
export function buildBatchChain(
  attempt: ModelClient,
  served: {
    readonly address: string;
    readonly price: ModelPrice | undefined;
    readonly maxAttempts: number;
  },
  context: ProviderContext,
): ModelClient {
  const { clock, cacheDirectory } = context;
  const { price, address, maxAttempts } = served;
  const ledger = context.ledger ?? new CostLedger({ ceilingUsd: null });
  const atOnce = { ...clock, sleep: () => Promise.resolve() };
  const random = context.random ?? createRandom(`retries|${attempt.modelId}`);

  let chain = withBudget(attempt, { ledger, price, announced: "by the client" });
  chain = withRetry(chain, { clock: atOnce, random, maxAttempts, maxWaitMs: Number.POSITIVE_INFINITY });
  if (cacheDirectory !== null) chain = withCache(chain, { directory: cacheDirectory, address, clock });
  return {
    ...chain,
    gathers: true,
    complete: (request, signal) =>
      chain.complete(request, signal).catch((error: unknown) => {
        throw error instanceof BatchInterrupted ? error.reason : error;
      }),
  };
}
