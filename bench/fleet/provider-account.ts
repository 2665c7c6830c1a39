/** An account at a provider: its limits, how long it takes to answer, and how it says "too many". */
import type { Random } from "../../src/kernel/random.ts";
import type { CallKind } from "./measured-times.ts";

export interface AccountLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
}

export const NO_LIMITS: AccountLimits = {
  requestsPerMinute: Number.POSITIVE_INFINITY,
  tokensPerMinute: Number.POSITIVE_INFINITY,
};

export interface Answer {
  readonly said: "reply" | "too many" | "error";
  readonly afterMs: number;
  readonly retryAfterMs: number;
}

const MINUTE_MS = 60_000;
/** Assumed: what was not used is kept for so long. */
const KEPT_MS = 10_000;
/** Assumed: how soon a provider refuses. */
const REFUSED_AFTER_MS = 100;

export class ProviderAccount {
  /** Until then everybody leaves it alone; shared by all workers. */
  opensAtMs = 0;
  readonly #limits: AccountLimits;
  readonly #errorRate: number;
  readonly #random: Random;
  #filledAtMs = 0;
  #nextTurnMs = 0;
  #requests: number;
  #tokens: number;

  constructor(limits: AccountLimits, errorRate: number, random: Random) {
    this.#limits = limits;
    this.#errorRate = errorRate;
    this.#random = random;
    this.#requests = mostKept(limits.requestsPerMinute);
    this.#tokens = mostKept(limits.tokensPerMinute);
  }

  /** If all workers share one bucket: the wait of the next call that keeps the limits. */
  turnInMs(kind: CallKind, nowMs: number): number {
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    const spacingMs = MINUTE_MS * Math.max(1 / requestsPerMinute, kind.tokens / tokensPerMinute);
    const turnMs = Math.max(nowMs, this.#nextTurnMs);
    this.#nextTurnMs = turnMs + spacingMs;
    return turnMs - nowMs;
  }

  ask(kind: CallKind, nowMs: number): Answer {
    this.#fill(nowMs);
    if (this.#requests < 1 || this.#tokens < kind.tokens) {
      const { requestsPerMinute, tokensPerMinute } = this.#limits;
      const missingMs = Math.max(
        ((1 - this.#requests) / requestsPerMinute) * MINUTE_MS,
        ((kind.tokens - this.#tokens) / tokensPerMinute) * MINUTE_MS,
      );
      // In whole seconds, as the header has it.
      const retryAfterMs = Math.max(1, Math.ceil(missingMs / 1000)) * 1000;
      return { said: "too many", afterMs: REFUSED_AFTER_MS, retryAfterMs };
    }
    this.#requests -= 1;
    this.#tokens -= kind.tokens;
    const afterMs = this.#latencyMs(kind);
    const isError = this.#errorRate > 0 && this.#random.next() < this.#errorRate;
    return { said: isError ? "error" : "reply", afterMs, retryAfterMs: 0 };
  }

  #fill(nowMs: number): void {
    const share = (nowMs - this.#filledAtMs) / MINUTE_MS;
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    this.#filledAtMs = nowMs;
    if (Number.isFinite(requestsPerMinute))
      this.#requests = Math.min(mostKept(requestsPerMinute), this.#requests + share * requestsPerMinute);
    if (Number.isFinite(tokensPerMinute))
      this.#tokens = Math.min(mostKept(tokensPerMinute), this.#tokens + share * tokensPerMinute);
  }

  /** Box and Muller; 1 - next() is never 0. */
  #latencyMs({ medianMs, sigma }: CallKind): number {
    if (sigma === 0) return medianMs;
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    return medianMs * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.#random.next()));
  }
}

function mostKept(perMinute: number): number {
  return (perMinute * KEPT_MS) / MINUTE_MS;
}
