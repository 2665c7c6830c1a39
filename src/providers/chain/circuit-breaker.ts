import type { Clock } from "../../kernel/clock.ts";
import type { FailureCause } from "../../schema/run/journal.ts";
import { ProviderDownError } from "../errors.ts";

/** Shorter than this is what retries are for; longer, and every call is a call lost. */
const STREAK = { attempts: 10, calls: 2, ms: 5000 };

/** What says that a server is not well. That it is busy, or that one request is wrong, does not. */
const SIGNS: ReadonlySet<FailureCause> = new Set(["server_error", "timeout", "network", "bad_response"]);

/**
 * Watches the attempts at one model. Where nothing but failures came for a while, from several calls, the model is given
 * up; a single prompt that a server chokes on is none of its business.
 */
export class CircuitBreaker {
  readonly #modelId: string;
  readonly #clock: Clock;
  readonly #calls = new Set<object>();
  #attempts = 0;
  #sinceMs = 0;
  #open: ProviderDownError | undefined;

  constructor(modelId: string, clock: Clock) {
    this.#modelId = modelId;
    this.#clock = clock;
  }

  /** Throws once the model is given up. */
  assertClosed(): void {
    if (this.#open !== undefined) throw this.#open;
  }

  succeeded(): void {
    this.#calls.clear();
    this.#attempts = 0;
  }

  /** @param call tells the attempts of one call from those of others */
  failed(
    call: object,
    { kind, message: said }: { readonly kind: FailureCause; readonly message: string },
  ): void {
    if (!SIGNS.has(kind)) return;
    const nowMs = this.#clock.monotonicMs();
    if (this.#attempts === 0) this.#sinceMs = nowMs;
    this.#attempts += 1;
    this.#calls.add(call);
    const lastedMs = nowMs - this.#sinceMs;
    if (this.#attempts < STREAK.attempts || this.#calls.size < STREAK.calls || lastedMs < STREAK.ms) return;
    this.#open ??= new ProviderDownError(this.#modelId, {
      attempts: this.#attempts,
      seconds: Math.round(lastedMs / 1000),
      said,
    });
  }
}
