import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "../../src/kernel/clock.ts";

/** The longest wait between two attempts; what takes longer waits for a reply. */
const LONGEST_DELAY_MS = 30_000;

/** Nobody waits to try again: who sleeps wakes at once, and the time has passed. Patience with a reply is as it was. */
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
