import type { JournalEntry, UnitKey } from "../schema/run/journal.ts";

/** A call that is in a provider's batch and has come to nothing yet: it is fetched from there, and not sent again. */
export interface HeldCall {
  /** Our name for it. */
  readonly batch: string;
  readonly attempt: number;
  readonly reservedUsd: number | undefined;
  /** The provider's own name, once it was noted. */
  readonly providerBatchId: string | undefined;
  /** When the first of its units was announced, which is before it was submitted. */
  readonly since: string;
  /** All that went with it. */
  readonly units: ReadonlySet<string>;
}

interface KnownBatch {
  readonly since: string;
  readonly units: Set<string>;
  providerBatchId: string | undefined;
}

/** Which units of a journal are in which batch and have come to nothing yet; fed line by line, in order. */
export class HeldCalls {
  readonly #batches = new Map<string, KnownBatch>();
  readonly #held = new Map<UnitKey, Pick<HeldCall, "batch" | "attempt" | "reservedUsd">>();
  readonly #noted = new Set<string>();

  get size(): number {
    return this.#held.size;
  }

  /** The providers' names of all batches on record. */
  get noted(): ReadonlySet<string> {
    return this.#noted;
  }

  find(unit: UnitKey): HeldCall | undefined {
    const held = this.#held.get(unit);
    const batch = held && this.#batches.get(held.batch);
    if (held === undefined || batch === undefined) return undefined;
    const { providerBatchId, since, units } = batch;
    return { ...held, providerBatchId, since, units };
  }

  record(entry: JournalEntry): void {
    switch (entry.event) {
      case "sent":
        this.#send(entry);
        break;
      case "replied":
      case "failed":
      case "lost":
        this.#held.delete(entry.unit);
        break;
      case "settled":
        if (this.#held.get(entry.unit)?.attempt === entry.attempt) this.#held.delete(entry.unit);
        break;
      case "batch":
        this.#note(entry);
        break;
      default:
        break;
    }
  }

  #send(entry: Extract<JournalEntry, { event: "sent" }>): void {
    const { unit, batch, attempt = 1, reserved_usd: reservedUsd, at: since } = entry;
    // Sent by itself, it is no longer waited for elsewhere.
    this.#held.delete(unit);
    if (batch === undefined) return;
    const known = this.#batches.get(batch) ?? { since, units: new Set(), providerBatchId: undefined };
    known.units.add(unit);
    this.#batches.set(batch, known);
    this.#held.set(unit, { batch, attempt, reservedUsd });
  }

  #note({ batch, provider_batch_id: id }: Extract<JournalEntry, { event: "batch" }>): void {
    if (id === undefined) return;
    this.#noted.add(id);
    const known = this.#batches.get(batch);
    if (known !== undefined) known.providerBatchId = id;
  }
}
