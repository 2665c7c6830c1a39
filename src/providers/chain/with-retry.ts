import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import { AttemptError, ModelCallError, ProviderRefusedError, providersUnavailable } from "../errors.ts";
import type { ModelClient, ModelReply } from "../model-client.ts";
import type { SharedAccount } from "../provider-context.ts";
import type { AdaptiveLimiter } from "./adaptive-limiter.ts";
import type { Allowance } from "./allowance.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Informed of "too many" answers; determines when the provider may be called again. */
  readonly limiter?: Pick<AdaptiveLimiter, "slowDown" | "whenOpen">;
  /** Informed of the same, for other processes with this account. */
  readonly others?: Pick<SharedAccount, "refused"> | undefined;
  /** Releases attempts within the account's per-minute limits. */
  readonly allowance?: Pick<Allowance, "permit" | "settle"> | undefined;
  /** Informed of how attempts ended; determines when to give up the model. */
  readonly breaker?: Pick<CircuitBreaker, "assertClosed" | "succeeded" | "failed">;
  readonly maxAttempts?: number;
  /** The longest wait that a provider may ask for. */
  readonly maxWaitMs?: number;
}

const MAX_ATTEMPTS = 5;
const MAX_WAIT_MS = 120_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The only place that retries. */
export function withRetry(client: ModelClient, options: RetryOptions): ModelClient {
  const { clock, random, limiter, others, allowance, breaker } = options;
  const { maxAttempts = MAX_ATTEMPTS, maxWaitMs = MAX_WAIT_MS } = options;

  /** Full jitter keeps calls that failed together from returning together. */
  const delayMs = (attempt: number, retryAfterMs = 0) =>
    retryAfterMs + random.next() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));

  return {
    ...client,
    async complete(request, signal) {
      let shortened: string | undefined;
      for (let attempt = 1; ; attempt++) {
        await limiter?.whenOpen(signal);
        const permitted = await allowance?.permit(request, signal);
        // Waiting for the allowance may have taken long, so check the provider's wait again.
        await limiter?.whenOpen(signal);
        breaker?.assertClosed();
        const sentAtMs = clock.monotonicMs();
        try {
          const reply = await client.complete(request, signal);
          breaker?.succeeded();
          if (permitted !== undefined) allowance?.settle(permitted, reply.usage);
          return shortened === undefined ? reply : withWarning(reply, shortened);
        } catch (error) {
          if (!(error instanceof AttemptError)) throw error;
          const { kind, isRetryable, retryAfterMs, isUnreachable } = error.failure;
          breaker?.failed(request, { kind, message: error.message });
          breaker?.assertClosed();
          if (kind === "rate_limited") {
            if (retryAfterMs !== undefined && retryAfterMs > maxWaitMs)
              throw waitTooLong(client, error.message, retryAfterMs);
            limiter?.slowDown(sentAtMs, retryAfterMs);
            others?.refused(sentAtMs, retryAfterMs);
          }
          if (!isRetryable || attempt >= maxAttempts) {
            if (isUnreachable === true)
              throw providersUnavailable.IB_PROVIDER_UNREACHABLE(client.modelId, error.message);
            throw new ModelCallError(
              shortened === undefined ? error.message : `${error.message} (${shortened})`,
              { kind, retries: attempt - 1 },
            );
          }
          if (retryAfterMs !== undefined && retryAfterMs > maxWaitMs) {
            shortened = `the server asked for a wait of ${inSeconds(retryAfterMs)}; ${inSeconds(maxWaitMs)} is the longest`;
          }
          await clock.sleep(Math.min(delayMs(attempt, retryAfterMs), maxWaitMs), signal);
        }
      }
    },
  };
}

function withWarning(reply: ModelReply, warning: string): ModelReply {
  const warnings = [...(reply.delivery?.warnings ?? []), warning];
  return { ...reply, delivery: { ...reply.delivery, warnings } };
}

const A_DAY_MS = 86_400_000;

/** Formats a wait. Servers have asked for centuries, and sent values that are not numbers. */
function inSeconds(ms: number): string {
  return ms > A_DAY_MS ? "more than a day" : `${Math.ceil(ms / 1000)} s`;
}

function waitTooLong(client: ModelClient, said: string, retryAfterMs: number): ProviderRefusedError {
  return new ProviderRefusedError({
    modelId: client.modelId,
    said,
    hint: `The provider asks to wait ${inSeconds(retryAfterMs)}, which is more than is waited for.`,
  });
}
