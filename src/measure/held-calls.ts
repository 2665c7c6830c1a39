import type { JournalEntry, UnitKey } from "../schema/run/journal.ts";

/** A call in a provider's batch without an outcome yet: it is fetched from there, and not sent again. */
export interface HeldCall {
  /** Our name for the batch. */
  readonly batch: string;
  readonly attempt: number;
  readonly reservedUsd: number | undefined;
  /** The provider's name for it, once recorded. */
  readonly providerBatchId: string | undefined;
  /** Time when its first unit was announced, before the batch was submitted. */
  readonly since: string;
  /** All units in the batch. */
  readonly units: ReadonlySet<string>;
}

interface KnownBatch {
  readonly since: string;
  readonly units: Set<string>;
  providerBatchId: string | undefined;
}

/** Units of a journal that are in a batch without an outcome yet; fed line by line, in order. */
export class HeldCalls {
  readonly #batches = new Map<string, KnownBatch>();
  readonly #held = new Map<UnitKey, Pick<HeldCall, "batch" | "attempt" | "reservedUsd">>();
  readonly #noted = new Set<string>();

  get size(): number {
    return this.#held.size;
  }

  /** The providers' names of all recorded batches. */
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
    // The unit was sent again on its own, so the batch's answer is no longer expected.
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
