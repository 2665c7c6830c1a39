import { JournalCounter, type JournalTotals } from "../../measure/journal-totals.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../../schema/run/journal.ts";

/** What is known of a journal's lines; fed line by line, in order. */
export class JournalIndex {
  readonly #outcomes = new Map<UnitKey, JournalOutcome>();
  readonly #counter = new JournalCounter();

  /** The last outcome recorded for a unit, by whoever held the lock when it was. */
  find(unit: UnitKey): JournalOutcome | undefined {
    return this.#outcomes.get(unit);
  }

  get totals(): JournalTotals {
    return this.#counter.totals;
  }

  record(entry: JournalEntry): void {
    const isStale = this.#counter.record(entry) === "stale";
    if (isStale) return;
    if (entry.event === "replied" || entry.event === "failed") this.#outcomes.set(entry.unit, entry);
  }

  /** Nobody waits any longer for what is in flight: it is lost. */
  endLeg(): void {
    this.#counter.endLeg();
  }
}
