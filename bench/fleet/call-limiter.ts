/**
 * Limits one worker's concurrent calls at one account, by the rules of src/providers/chain/adaptive-limiter.ts, in
 * simulated time.
 */
const FIRST_LIMIT = 16;
const FIRST_SHARE = 0.25;

export class CallLimiter {
  readonly #most: number;
  #limit: number;
  #isSlowStart = true;
  #inFlight = 0;
  #slowedAtMs = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();

  constructor(maxConnections: number) {
    this.#most = maxConnections;
    this.#limit = Math.min(maxConnections, Math.max(FIRST_LIMIT, Math.floor(maxConnections * FIRST_SHARE)));
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  enter(begin: () => void): void {
    this.#waiting.add(begin);
    this.#admit();
  }

  /** `isClean`: the call brought a reply. */
  leave(isClean: boolean): void {
    const isFull = this.#waiting.size > 0 || this.#inFlight >= this.limit;
    if (isClean && isFull) {
      const growth = this.#isSlowStart ? 1 : 1 / this.#limit;
      this.#limit = Math.min(this.#most, this.#limit + growth);
    }
    this.#inFlight -= 1;
    this.#admit();
  }

  /** The provider said "too many" to an attempt that was sent then. */
  slowDown(sentAtMs: number, nowMs: number): void {
    if (sentAtMs < this.#slowedAtMs) return;
    this.#slowedAtMs = nowMs;
    this.#isSlowStart = false;
    this.#limit = Math.max(1, Math.min(this.#limit, this.#inFlight) / 2);
  }

  #admit(): void {
    for (const begin of this.#waiting) {
      if (this.#inFlight >= this.limit) return;
      this.#waiting.delete(begin);
      this.#inFlight += 1;
      begin();
    }
  }
}
