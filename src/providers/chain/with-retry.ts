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
  /** Is told when the provider says "too many", and says when it may be asked again. */
  readonly limiter?: Pick<AdaptiveLimiter, "slowDown" | "whenOpen">;
  /** Is told the same, for those who share the account. */
  readonly others?: Pick<SharedAccount, "refused"> | undefined;
  /** Lets attempts out as the account's limits by the minute allow. */
  readonly allowance?: Pick<Allowance, "permit" | "settle"> | undefined;
  /** Is told how attempts ended, and says when to give up the model. */
  readonly breaker?: Pick<CircuitBreaker, "assertClosed" | "succeeded" | "failed">;
  readonly maxAttempts?: number;
  /** The longest time that a provider may ask to be left alone. */
  readonly maxWaitMs?: number;
}

const MAX_ATTEMPTS = 5;
const MAX_WAIT_MS = 120_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The one place where anything is tried again. */
export function withRetry(client: ModelClient, options: RetryOptions): ModelClient {
  const { clock, random, limiter, others, allowance, breaker } = options;
  const { maxAttempts = MAX_ATTEMPTS, maxWaitMs = MAX_WAIT_MS } = options;

  /** Full jitter, so that calls which failed together do not come back together. */
  const delayMs = (attempt: number, retryAfterMs = 0) =>
    retryAfterMs + random.next() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));

  return {
    ...client,
    async complete(request, signal) {
      let shortened: string | undefined;
      for (let attempt = 1; ; attempt++) {
        await limiter?.whenOpen(signal);
        const permitted = await allowance?.permit(request, signal);
        // It may have been long in coming.
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

/** Servers have asked for centuries, and for numbers that are none. */
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
