/** Waits for outcomes of other workers' calls: one poll of the database serves all waits of this process. */
import type { Clock } from "../kernel/clock.ts";
import { JournalEntry, type JournalOutcome, type UnitKey } from "../schema/run/journal.ts";
import type { Database } from "./database.ts";
import { IS_ALIVE, type WorkerPresence } from "./worker-presence.ts";

const POLL_MS = 200;

/** Whether the worker that holds call `c` is alive, in SQL. */
export const HOLDER_LIVES = `exists (select 1 from ib.worker w where w.id = c.worker and ${IS_ALIVE})`;

/** A call, and which making of it. */
interface AwaitedCall {
  readonly unit: UnitKey;
  readonly making: number;
}

interface Waiter
  extends AwaitedCall,
    Pick<PromiseWithResolvers<JournalOutcome | "free">, "resolve" | "reject"> {}

/** Resolves with another worker's outcome, or with `free` if no living worker holds the call. */
export type WaitForOutcome = (call: AwaitedCall, signal: AbortSignal) => Promise<JournalOutcome | "free">;

export function createOutcomeWait(options: {
  readonly database: Database;
  readonly clock: Pick<Clock, "sleep">;
  readonly run: string;
  readonly presence: Pick<WorkerPresence, "lost">;
}): WaitForOutcome {
  const { database, clock, run, presence } = options;
  const waiting = new Set<Waiter>();
  let isLooking = false;

  const look = async () => {
    const asked = [...waiting];
    const rows = await database.query(
      `select q.place, c.outcome, ${HOLDER_LIVES} as alive
       from unnest($2::text[], $3::int[]) with ordinality as q (unit, making, place)
       join ib.call c on c.run = $1 and c.unit = q.unit and c.making = q.making`,
      [run, asked.map(({ unit }) => unit), asked.map(({ making }) => making)],
    );
    const found = new Map(rows.map((row) => [Number(row["place"]) - 1, row]));
    for (const [place, waiter] of asked.entries()) {
      const { outcome = null, alive } = found.get(place) ?? {};
      if (outcome !== null) waiter.resolve(readOutcome(outcome));
      else if (alive !== true) waiter.resolve("free");
      else continue;
      waiting.delete(waiter);
    }
  };
  const lookForAll = async () => {
    isLooking = true;
    try {
      while (waiting.size > 0) {
        await look();
        if (waiting.size > 0) await clock.sleep(POLL_MS, presence.lost);
      }
    } catch (error) {
      for (const waiter of waiting) waiter.reject(error);
      waiting.clear();
    } finally {
      // Set in the same tick as the last poll, so a later caller starts a new one.
      isLooking = false;
    }
  };

  return async (call, signal) => {
    signal.throwIfAborted();
    const waiter: Waiter & { readonly promise: Promise<JournalOutcome | "free"> } = {
      ...call,
      ...Promise.withResolvers<JournalOutcome | "free">(),
    };
    const leave = () => waiter.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    waiting.add(waiter);
    if (!isLooking) void lookForAll();
    try {
      return await waiter.promise;
    } finally {
      waiting.delete(waiter);
      signal.removeEventListener("abort", leave);
    }
  };
}

export function readLine(text: unknown): JournalEntry {
  return JournalEntry.parse(JSON.parse(String(text)));
}

export function readOutcome(text: unknown): JournalOutcome {
  const entry = readLine(text);
  if (entry.event !== "replied" && entry.event !== "failed") throw new Error(`${entry.event} is no outcome`);
  return entry;
}
