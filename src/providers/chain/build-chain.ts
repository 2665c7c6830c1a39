import { createRandom } from "../../kernel/random.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { CostLedger } from "../cost-ledger.ts";
import type { ModelClient } from "../model-client.ts";
import type { ProviderContext } from "../provider-context.ts";
import { withLimiter } from "./adaptive-limiter.ts";
import { worstCaseUsd } from "./call-cost.ts";
import { withBudget } from "./with-budget.ts";
import { withCache } from "./with-cache.ts";
import { withRetry } from "./with-retry.ts";
import { withTimeout } from "./with-timeout.ts";

/** What stands around every real model. A request passes from the last line to the first, its reply the other way. */
export function buildChain(
  attempt: ModelClient,
  served: { readonly account: string; readonly address: string; readonly price: ModelPrice | undefined },
  context: ProviderContext,
): ModelClient {
  const { clock, timeoutMs, onHang, cacheDirectory } = context;
  const { price, address } = served;
  const ledger = context.ledger ?? new CostLedger({ ceilingUsd: null });
  const limiter = context.limiterFor(served.account);
  const random = context.random ?? createRandom(`retries|${attempt.modelId}|${clock.now()}`);

  let chain = withTimeout(attempt, { clock, timeoutMs, onHang });
  chain = withAnnouncement(chain);
  chain = withBudget(chain, { ledger, price });
  chain = withRetry(chain, { clock, random, limiter });
  chain = withLimiter(chain, limiter);
  if (cacheDirectory !== null) chain = withCache(chain, { directory: cacheDirectory, address, clock });
  if (price === undefined) return chain;
  return { ...chain, worstCaseUsd: (request) => worstCaseUsd(attempt.modelId, request, price) };
}

/** Whoever asks is told when the request's turn has come, and nothing goes out before that is written down. */
function withAnnouncement(client: ModelClient): ModelClient {
  return {
    ...client,
    announcesSending: true,
    async complete(request, signal) {
      await request.beforeSending?.();
      return client.complete(request, signal);
    },
  };
}
