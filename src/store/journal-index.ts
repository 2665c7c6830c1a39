import { assertNever } from "../kernel/assert-never.ts";
import type { JournalEntry, UnitKey, Usage } from "../schema/journal.ts";

export type JournalOutcome = Extract<JournalEntry, { event: "replied" | "failed" }>;

/** What a journal adds up to, over all its legs. */
export interface JournalTotals {
  /** How often work was begun or resumed. */
  readonly legs: number;
  readonly sent: number;
  readonly replied: number;
  readonly failed: number;
  /** Units that an earlier leg sent and whose outcome nobody saw. */
  readonly lostInFlight: number;
  readonly usage: Usage;
  readonly startedAt: string | null;
}

/** What is known of a journal's lines; fed line by line, in order. */
export class JournalIndex {
  readonly #outcomes = new Map<UnitKey, JournalOutcome>();
  readonly #inFlight = new Set<UnitKey>();
  readonly #usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  readonly #counts = { legs: 0, sent: 0, replied: 0, failed: 0, lostInFlight: 0 };
  #startedAt: string | null = null;

  /** The last outcome recorded for a unit. */
  find(unit: UnitKey): JournalOutcome | undefined {
    return this.#outcomes.get(unit);
  }

  get totals(): JournalTotals {
    return { ...this.#counts, usage: { ...this.#usage }, startedAt: this.#startedAt };
  }

  record(entry: JournalEntry): void {
    switch (entry.event) {
      case "opened":
        this.endLeg();
        this.#counts.legs += 1;
        this.#startedAt ??= entry.at;
        break;
      case "sent":
        this.#counts.sent += 1;
        this.#inFlight.add(entry.unit);
        break;
      case "replied":
        this.#counts.replied += 1;
        this.#settle(entry);
        this.#addUsage(entry.usage);
        break;
      case "failed":
        this.#counts.failed += 1;
        this.#settle(entry);
        break;
      case "closed":
        break;
      default:
        assertNever(entry);
    }
  }

  /** Nobody waits any longer for what is in flight: it is lost. */
  endLeg(): void {
    this.#counts.lostInFlight += this.#inFlight.size;
    this.#inFlight.clear();
  }

  #settle(outcome: JournalOutcome): void {
    this.#inFlight.delete(outcome.unit);
    this.#outcomes.set(outcome.unit, outcome);
  }

  #addUsage(usage: Usage): void {
    this.#usage.input_tokens += usage.input_tokens;
    this.#usage.cached_tokens += usage.cached_tokens;
    this.#usage.output_tokens += usage.output_tokens;
    this.#usage.reasoning_tokens += usage.reasoning_tokens;
  }
}
