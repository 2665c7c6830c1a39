/** What the tasks of the contract do, by name, so that any executor can find them; what they see is in memory that threads share. */
import { setTimeout as delay } from "node:timers/promises";
import type { ThreadHandlers } from "./thread.ts";

/** What the handlers count: running at once, the most of them, and for each input how often it was begun and aborted. */
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
      // The first stays until it is not alone: a thread that starts late is no sign of one task at a time.
      for (let waitedMs = 0; Atomics.load(most, 0) < 2 && waitedMs < 10_000; waitedMs += 10) await delay(10);
      Atomics.sub(running, 0, 1);
    },
  breakingAtTwo:
    ({ begun, aborted }: SharedCounts) =>
    async (input: number, signal: AbortSignal) => {
      Atomics.add(begun, input, 1);
      // The others are under way by then.
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

/** As a thread wants it. */
export function tableOfContract(): ThreadHandlers {
  return contractHandlers;
}
