import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "../../src/kernel/clock.ts";

/** The longest wait between two attempts; what takes longer waits for a reply. */
const LONGEST_DELAY_MS = 30_000;

/**
 * A clock without waits between retries: a sleep returns at once, and its time counts as passed. Timeouts of replies
 * stay the same.
 */
export function hurriedClock(): Clock {
  let sleptMs = 0;
  return {
    now: () => systemClock.now() + sleptMs,
    monotonicMs: () => systemClock.monotonicMs() + sleptMs,
    sleep: async (ms, signal) => {
      if (ms > LONGEST_DELAY_MS) return systemClock.sleep(ms, signal);
      signal.throwIfAborted();
      sleptMs += ms;
      await setImmediate();
      signal.throwIfAborted();
    },
  };
}
