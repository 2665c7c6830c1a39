import type { Clock } from "../../kernel/clock.ts";
import type { MinuteLimits } from "../../schema/corpus/bench-config.ts";
import type { ModelRequest } from "../model-client.ts";
import { inputTokens } from "./call-cost.ts";
import { drawFromBucket, type MinuteBucket } from "./minute-bucket.ts";

/** Changes an account's bucket exclusively, and returns the result of the change. */
export type ChangeBucket = (
  change: (
    before: MinuteBucket | null,
    nowMs: number,
  ) => { readonly bucket: MinuteBucket; readonly admitted: number },
) => Promise<number>;

interface WaitingCall {
  readonly tokens: number;
  readonly go: () => void;
  readonly fail: (error: unknown) => void;
}

/** Short enough for calls to wait little, and few draws compared with a busy account's calls. */
const DRAW_EVERY_MS = 500;
/**
 * Typical value. Cost reservations count bytes as tokens, because they must never be too small; here the usual ratio is
 * enough.
 */
const BYTES_PER_TOKEN = 4;

/** Releases an account's calls within its per-minute limits. Other processes may share the bucket. */
export class Allowance {
  readonly #limits: MinuteLimits;
  readonly #clock: Clock;
  readonly #changeBucket: ChangeBucket;
  readonly #waiting = new Set<WaitingCall>();
  #correction = 0;
  #isDrawing = false;
  #drawnAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly limits: MinuteLimits;
    readonly clock: Clock;
    /** @default from a bucket of this process's own */
    readonly changeBucket?: ChangeBucket | undefined;
  }) {
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#changeBucket = options.changeBucket ?? ownBucket(options.clock);
  }

  /** Resolves with the request's assumed tokens when it may be sent. */
  async permit(request: ModelRequest, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const tokens = Math.ceil(inputTokens(request) / BYTES_PER_TOKEN);
    const turn = Promise.withResolvers<void>();
    const call = { tokens, go: turn.resolve, fail: turn.reject };
    const leave = () => {
      if (this.#waiting.delete(call)) turn.reject(signal.reason);
    };
    this.#waiting.add(call);
    signal.addEventListener("abort", leave, { once: true });
    if (!this.#isDrawing) void this.#drawForAll();
    try {
      await turn.promise;
      return tokens;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Corrects the bucket by the actual usage: it includes the reply, whose length was unknown. */
  settle(permitted: number, usage: { readonly input_tokens: number; readonly output_tokens: number }): void {
    const used = usage.input_tokens + usage.output_tokens;
    if (used > 0) this.#correction += used - permitted;
  }

  async #drawForAll(): Promise<void> {
    this.#isDrawing = true;
    // Calls that arrive together draw together.
    await Promise.resolve();
    try {
      while (this.#waiting.size > 0) {
        const waitMs = this.#drawnAtMs + DRAW_EVERY_MS - this.#clock.monotonicMs();
        if (waitMs > 0) await this.#clock.sleep(waitMs, new AbortController().signal);
        const calls = [...this.#waiting];
        if (calls.length === 0) break;
        const correction = this.#correction;
        this.#correction = 0;
        this.#drawnAtMs = this.#clock.monotonicMs();
        const asked = calls.map(({ tokens }) => tokens);
        const admitted = await this.#changeBucket((before, nowMs) =>
          drawFromBucket(before, this.#limits, nowMs, { asked, correction }),
        );
        for (const call of calls.slice(0, admitted)) if (this.#waiting.delete(call)) call.go();
      }
    } catch (error) {
      for (const call of this.#waiting) call.fail(error);
      this.#waiting.clear();
    } finally {
      this.#isDrawing = false;
    }
  }
}

function ownBucket(clock: Clock): ChangeBucket {
  let bucket: MinuteBucket | null = null;
  return async (change) => {
    const changed = change(bucket, clock.monotonicMs());
    bucket = changed.bucket;
    return changed.admitted;
  };
}
