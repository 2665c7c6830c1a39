/** The calls of one worker among many, and of whoever brings them home. */
import type { Database } from "../../fleet/database.ts";
import { markCollected, pendingEntries, type SharedCalls } from "../../fleet/shared-calls.ts";
import { AnsweredElsewhere } from "../../providers/errors.ts";
import type { CallLog } from "../../providers/recorded-model.ts";
import type { CallsElsewhere } from "../../run-context.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../../schema/run/journal.ts";

/**
 * Where a worker writes its calls down: whoever claims one sends it, and the others wait for its outcome.
 * @param assertGoesOn throws where this worker is to begin no further call; what it has begun comes to its end
 * @param askedAgain which making it is of a call that is made although it has an outcome: once in a leg, by whomever
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
 * The journal at home, which has what the workers have: a call that is not in it is looked for there, and its lines are
 * copied before it is found. A call under way comes home when it is over, so that a later leg does not take it for lost.
 * @param home how many lines of a call are in the journal already, from workers; after a kill that may be more than was said
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
  // One after the other: two that copy at once would copy the same.
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
