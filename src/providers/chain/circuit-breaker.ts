import type { Clock } from "../../kernel/clock.ts";
import type { FailureCause } from "../../schema/run/journal.ts";
import { ProviderDownError } from "../errors.ts";

/** Retries handle shorter streaks of failures. In a longer one, every further call is lost. */
const STREAK = { attempts: 10, calls: 2, ms: 5000 };

/** Causes that show an unhealthy server. A busy server or one invalid request does not count. */
const SIGNS: ReadonlySet<FailureCause> = new Set(["server_error", "timeout", "network", "bad_response"]);

/**
 * Watches the attempts at one model. Gives the model up after a period in which several calls only failed. A single
 * prompt that a server cannot handle does not count.
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

  /** @param call identifies the call that the attempt belongs to */
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
