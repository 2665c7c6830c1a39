/** Call logs of a worker among many, and of the coordinator that collects their results. */
import type { Database } from "../../fleet/database.ts";
import { markCollected, pendingEntries, type SharedCalls } from "../../fleet/shared-calls.ts";
import { AnsweredElsewhere } from "../../providers/errors.ts";
import type { CallLog } from "../../providers/recorded-model.ts";
import type { CallsElsewhere } from "../../run-context.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../../schema/run/journal.ts";

/**
 * Log for a worker's calls: the worker that claims a call sends it, and the others wait for its outcome.
 * @param assertGoesOn throws if this worker may begin no further call; calls under way still finish
 * @param askedAgain `making` number of a retry of a call that has an outcome: once in an invocation, by any worker
 */
export function logOfWorker(calls: SharedCalls, assertGoesOn: () => void, askedAgain = 1): CallLog {
  const held = new Map<UnitKey, { readonly making: number }>();
  const elsewhere = (unit: UnitKey, which: { readonly making: number }) => {
    held.delete(unit);
    return new AnsweredElsewhere((signal) => calls.waitFor(unit, signal, which));
  };
  return {
    find: async (unit) => {
      assertGoesOn();
      return calls.find(unit);
    },
    append: async (entry) => {
      if (entry.event !== "sent" && entry.event !== "settled" && !isOutcome(entry))
        throw new Error(`a worker writes no line "${entry.event}"`);
      const known = held.get(entry.unit);
      const isAskedAgain = entry.event === "sent" && entry.asked_again !== undefined;
      const which = known ?? { making: isAskedAgain ? askedAgain : 1 };
      if (entry.event === "sent" && known === undefined) {
        assertGoesOn();
        if ((await calls.claim(entry, which)) !== "send") throw elsewhere(entry.unit, which);
        held.set(entry.unit, which);
      } else if (isOutcome(entry)) {
        if ((await calls.outcome(entry, which)) === "late") throw elsewhere(entry.unit, which);
        held.delete(entry.unit);
      } else if ((await calls.append(entry, which)) === "late") throw elsewhere(entry.unit, which);
    },
    giveUp: async (unit, reason) => {
      const which = held.get(unit);
      held.delete(unit);
      await calls.giveUp(unit, reason, which);
    },
  };
}

function isOutcome(entry: JournalEntry): entry is JournalOutcome {
  return entry.event === "replied" || entry.event === "failed";
}

/** Calls whose lines are read at once. */
const AT_A_TIME = 500;
const IS_OVER = new Set(["replied", "failed", "lost"]);

/**
 * Extends the coordinator's journal with the workers' calls: `find` copies missing lines from the database first.
 * Copies a call under way only once it is over, so that a later invocation does not count it as failed.
 * @param home number of lines from workers in the journal, for each call; after a kill it may exceed what the
 * database recorded
 */
export function callsElsewhere(
  database: Database,
  run: string,
  journal: CallLog,
  home: Map<UnitKey, number>,
): CallsElsewhere & { readonly takeHomeWhatIsOver: () => Promise<void> } {
  const copy = async (isWanted: (event: string) => boolean) => {
    for (;;) {
      const away = await pendingEntries(database, run, AT_A_TIME);
      const wanted = away.filter(({ lines }) => isWanted(lines.at(-1)?.event ?? ""));
      for (const { unit, before, from, lines } of wanted) {
        const has = Math.max(0, (home.get(unit) ?? 0) - before - from);
        for (const line of lines.slice(has)) await journal.append(line);
        home.set(unit, Math.max(home.get(unit) ?? 0, before + from + lines.length));
      }
      if (wanted.length > 0) await markCollected(database, run, wanted);
      if (away.length < AT_A_TIME || wanted.length === 0) return;
    }
  };
  // Copies one after the other: two at once would copy the same lines.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (isWanted: (event: string) => boolean) => {
    last = last.then(
      () => copy(isWanted),
      () => copy(isWanted),
    );
    return last;
  };
  const takeHomeWhatIsOver = () => inTurn((event) => IS_OVER.has(event));
  return {
    collectResults: () => inTurn(() => true),
    takeHomeWhatIsOver,
    log: {
      find: async (unit) => {
        const known = await journal.find(unit);
        if (known !== undefined) return known;
        await takeHomeWhatIsOver();
        return journal.find(unit);
      },
      append: (entry) => journal.append(entry),
    },
  };
}
