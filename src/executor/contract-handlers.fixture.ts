/**
 * Task handlers of the contract, by name, so that any executor can find them. They report through memory shared by
 * threads.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { ThreadHandlers } from "./thread.ts";

/** Counters of the handlers: tasks running now, their maximum, and how often each input was started and aborted. */
export interface SharedCounts {
  readonly running: Int32Array;
  readonly most: Int32Array;
  readonly begun: Int32Array;
  readonly aborted: Int32Array;
}

const MOST_INPUTS = 64;

export function sharedCounts(): SharedCounts {
  const cells = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length));
  return { running: cells(1), most: cells(1), begun: cells(MOST_INPUTS), aborted: cells(MOST_INPUTS) };
}

export const contractHandlers = {
  tenfold: () => async (input: number) => {
    await delay(20 - input * 4);
    return input * 10;
  },
  counting:
    ({ running, most }: SharedCounts) =>
    async () => {
      const now = Atomics.add(running, 0, 1) + 1;
      for (let known = Atomics.load(most, 0); known < now; known = Atomics.load(most, 0))
        Atomics.compareExchange(most, 0, known, now);
      await delay(2);
      // The first task waits for a second one, because a thread may start late.
      for (let waitedMs = 0; Atomics.load(most, 0) < 2 && waitedMs < 10_000; waitedMs += 10) await delay(10);
      Atomics.sub(running, 0, 1);
    },
  breakingAtTwo:
    ({ begun, aborted }: SharedCounts) =>
    async (input: number, signal: AbortSignal) => {
      Atomics.add(begun, input, 1);
      // Wait until the other tasks have started.
      while (input === 2 && (Atomics.load(begun, 0) === 0 || Atomics.load(begun, 1) === 0)) await delay(1);
      if (input === 2) throw new RangeError("task 2 broke");
      await delay(10_000, undefined, { signal }).catch(() => Atomics.add(aborted, input, 1));
      signal.throwIfAborted();
    },
  waiting:
    ({ begun }: SharedCounts) =>
    async (input: number, signal: AbortSignal) => {
      Atomics.add(begun, input, 1);
      await delay(10_000, undefined, { signal });
    },
  growing: () => async (given: { list: number[] }) => {
    given.list.push(3);
    return given.list.length;
  },
  dying: () => async () => process.exit(3),
} satisfies ThreadHandlers;

/** Handler table for threads. */
export function tableOfContract(): ThreadHandlers {
  return contractHandlers;
}
