import { assertNever } from "../../kernel/errors.ts";
import type { JournalEntry, UnitKey } from "../../schema/run/journal.ts";
import { CallTally, type CallTotals } from "./call-totals.ts";

export type JournalOutcome = Extract<JournalEntry, { event: "replied" | "failed" }>;

/** What a journal adds up to, over all its legs. */
export interface JournalTotals extends CallTotals {
  /** How often work was begun or resumed. */
  readonly legs: number;
  /** Units that an earlier leg sent and whose outcome nobody saw. */
  readonly lostInFlight: number;
  /** What these may have cost all the same. */
  readonly lostUsd: number;
  readonly startedAt: string | null;
  /** Time at work, without the pauses between legs; a leg that was killed counts up to its last line. */
  readonly wallTimeMs: number;
  readonly byModel: ReadonlyMap<string, CallTotals & { readonly lostInFlight: number }>;
}

/** What is known of a journal's lines; fed line by line, in order. */
export class JournalIndex {
  readonly #outcomes = new Map<UnitKey, JournalOutcome>();
  /** What was sent and is not settled. */
  readonly #inFlight = new Map<UnitKey, { readonly model: string; readonly reservedUsd: number }>();
  readonly #all = new CallTally();
  readonly #byModel = new Map<string, { readonly tally: CallTally; lostInFlight: number }>();
  readonly #counts = { legs: 0, lostInFlight: 0, lostUsd: 0, wallTimeMs: 0 };
  #startedAt: string | null = null;
  #leg: { readonly openedAt: string; lastAt: string } | null = null;

  /** The last outcome recorded for a unit. */
  find(unit: UnitKey): JournalOutcome | undefined {
    return this.#outcomes.get(unit);
  }

  get totals(): JournalTotals {
    return {
      ...this.#counts,
      wallTimeMs: this.#counts.wallTimeMs + this.#legMs(),
      startedAt: this.#startedAt,
      ...this.#all.totals,
      byModel: new Map(
        [...this.#byModel].map(([model, { tally, lostInFlight }]) => [
          model,
          { ...tally.totals, lostInFlight },
        ]),
      ),
    };
  }

  record(entry: JournalEntry): void {
    if (this.#leg !== null) this.#leg.lastAt = entry.at;
    switch (entry.event) {
      case "opened":
        this.endLeg();
        this.#leg = { openedAt: entry.at, lastAt: entry.at };
        this.#counts.legs += 1;
        this.#startedAt ??= entry.at;
        break;
      case "sent":
        this.#all.send();
        this.#of(entry.call.model_id).tally.send();
        this.#inFlight.set(entry.unit, {
          model: entry.call.model_id,
          reservedUsd: entry.reserved_usd ?? 0,
        });
        break;
      case "replied":
      case "failed":
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
    for (const { model, reservedUsd } of this.#inFlight.values()) {
      this.#of(model).lostInFlight += 1;
      this.#counts.lostUsd += reservedUsd;
    }
    this.#counts.lostInFlight += this.#inFlight.size;
    this.#inFlight.clear();
    this.#counts.wallTimeMs += this.#legMs();
    this.#leg = null;
  }

  #settle(outcome: JournalOutcome): void {
    const model = this.#inFlight.get(outcome.unit)?.model;
    this.#inFlight.delete(outcome.unit);
    this.#outcomes.set(outcome.unit, outcome);
    this.#all.settle(outcome);
    if (model !== undefined) this.#of(model).tally.settle(outcome);
  }

  #of(model: string) {
    const known = this.#byModel.get(model) ?? { tally: new CallTally(), lostInFlight: 0 };
    this.#byModel.set(model, known);
    return known;
  }

  #legMs(): number {
    if (this.#leg === null) return 0;
    return Math.max(0, Date.parse(this.#leg.lastAt) - Date.parse(this.#leg.openedAt));
  }
}
