import type { Clock } from "../../kernel/clock.ts";
import type { ModelClient } from "../model-client.ts";

export interface LimiterOptions {
  readonly maxConnections: number;
  readonly clock: Clock;
}

/** A start this small is safe for every provider, and large enough to use many allowed connections soon. */
const FIRST_LIMIT = 16;
const FIRST_SHARE = 0.25;

/**
 * Limits concurrent calls to one provider under one key. The limit doubles with every round of clean replies until the
 * first "too many"; then it halves, and from there grows by one per round. If the provider names a wait, all callers
 * wait. Calls enter in the order they came.
 */
export class AdaptiveLimiter {
  readonly #maxConnections: number;
  readonly #clock: Clock;
  #limit: number;
  #isSlowStart = true;
  #sharers = 1;
  #inFlight = 0;
  readonly #waiting = new Set<() => void>();
  #opensAtMs = Number.NEGATIVE_INFINITY;
  #slowedAtMs = Number.NEGATIVE_INFINITY;
  #alarm: AbortController | undefined;

  constructor({ maxConnections, clock }: LimiterOptions) {
    this.#maxConnections = maxConnections;
    this.#clock = clock;
    this.#limit = Math.min(maxConnections, Math.max(FIRST_LIMIT, Math.floor(maxConnections * FIRST_SHARE)));
  }

  /** Maximum number of running calls. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const leaveQueue = () => {
      // Already admitted: the call ends at once and passes its place on.
      if (!this.#waiting.delete(turn.resolve)) return;
      turn.reject(signal.reason);
      this.#admit();
    };
    this.#waiting.add(turn.resolve);
    signal.addEventListener("abort", leaveQueue, { once: true });
    this.#admit();
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener("abort", leaveQueue);
    }
  }

  /** `isClean`: the call brought a reply. */
  leave(isClean: boolean): void {
    const isFull = this.#waiting.size > 0 || this.#inFlight >= this.limit;
    // A limit that was not reached says nothing about the provider's capacity.
    if (isClean && isFull) {
      const growth = this.#isSlowStart ? 1 : 1 / this.#limit;
      this.#limit = Math.min(this.#maxConnections, this.#limit + growth);
    }
    this.#inFlight -= 1;
    this.#admit();
  }

  /** The provider answered "too many" to an attempt sent at that time. */
  slowDown(sentAtMs: number, retryAfterMs: number | undefined): void {
    const nowMs = this.#clock.monotonicMs();
    if (retryAfterMs !== undefined) this.#opensAtMs = Math.max(this.#opensAtMs, nowMs + retryAfterMs);
    // Attempts sent before the limit was last lowered say nothing about the lower one.
    if (sentAtMs < this.#slowedAtMs) return;
    this.#slowedAtMs = nowMs;
    this.#isSlowStart = false;
    this.#limit = Math.max(1, Math.min(this.#limit, this.#inFlight) / 2);
  }

  /**
   * Sets how many limiters share this account, including this one. Each starts with its share. Before any refusal,
   * newcomers take theirs from the others; after that, refusals determine each limit.
   */
  shareWith(sharers: number): void {
    if (this.#isSlowStart && sharers > this.#sharers)
      this.#limit = Math.max(1, (this.#limit * this.#sharers) / sharers);
    this.#sharers = Math.max(1, sharers);
  }

  /** Resolves when the provider requires no wait. */
  async whenOpen(signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = this.#opensAtMs - this.#clock.monotonicMs();
      if (waitMs <= 0) return;
      await this.#clock.sleep(waitMs, signal);
    }
  }

  #admit(): void {
    const waitMs = this.#opensAtMs - this.#clock.monotonicMs();
    if (waitMs > 0) {
      this.#setAlarm(waitMs);
      return;
    }
    for (const enter of this.#waiting) {
      if (this.#inFlight >= this.limit) return;
      this.#waiting.delete(enter);
      this.#inFlight += 1;
      enter();
    }
  }

  /** Set only while a call waits, so that it does not keep the process alive. */
  #setAlarm(waitMs: number): void {
    if (this.#waiting.size === 0) {
      this.#alarm?.abort();
      this.#alarm = undefined;
      return;
    }
    if (this.#alarm !== undefined) return;
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(waitMs, alarm.signal).then(
      () => {
        this.#alarm = undefined;
        this.#admit();
      },
      () => undefined,
    );
  }
}

/** Makes calls wait for a place. A retried call keeps its place. */
export function withLimiter(client: ModelClient, limiter: AdaptiveLimiter): ModelClient {
  return {
    ...client,
    async complete(request, signal) {
      await limiter.enter(signal);
      let isClean = false;
      try {
        const reply = await client.complete(request, signal);
        isClean = true;
        return reply;
      } finally {
        limiter.leave(isClean);
      }
    },
  };
}
