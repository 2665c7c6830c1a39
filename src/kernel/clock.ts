import { setTimeout as delay } from "node:timers/promises";

/** Time as an argument, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never run backwards. */
  monotonicMs(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    signal.throwIfAborted();
    // `delay` rejects with its own AbortError; callers expect the signal's reason.
    await delay(ms, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  },
};
