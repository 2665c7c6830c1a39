import type { JournalEntry } from "../schema/run/journal.ts";
import type { CallCounts, ErrorGroup } from "../schema/site/site-run.ts";

const LONGEST_EXAMPLE = 300;

export interface JournalState {
  readonly calls: CallCounts;
  readonly byModel: ReadonlyMap<string, { readonly calls: number; readonly failed: number }>;
  readonly errors: readonly ErrorGroup[];
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  readonly legs: number;
  /** How the last leg ended; `null` while it is open, or before the first. */
  readonly closed: "finished" | "interrupted" | null;
}

/** Counts a journal line by line and keeps none of its texts. */
export class JournalTally {
  readonly #usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  readonly #counts = { sent: 0, replied: 0, failed: 0, retries: 0, from_cache: 0 };
  readonly #inFlight = new Map<string, string>();
  readonly #byModel = new Map<string, { calls: number; failed: number }>();
  readonly #errors = new Map<string, { count: number; example: string }>();
  #costUsd = 0;
  #unpriced = 0;
  #lost = 0;
  #legs = 0;
  #startedAt: string | null = null;
  #lastAt: string | null = null;
  #closed: JournalState["closed"] = null;

  get state(): JournalState {
    return {
      calls: {
        ...this.#counts,
        in_flight: this.#inFlight.size + this.#lost,
        usage: { ...this.#usage },
        cost_usd: this.#unpriced > 0 ? null : this.#costUsd,
      },
      byModel: this.#byModel,
      errors: [...this.#errors]
        .map(([cause, { count, example }]) => ({ cause, count, example }))
        .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1)),
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      legs: this.#legs,
      closed: this.#closed,
    };
  }

  record(entry: JournalEntry): void {
    this.#lastAt = entry.at;
    switch (entry.event) {
      case "opened":
        this.#startedAt ??= entry.at;
        this.#legs += 1;
        this.#lost += this.#inFlight.size;
        this.#inFlight.clear();
        this.#closed = null;
        break;
      case "closed":
        this.#closed = entry.outcome;
        break;
      case "sent":
        this.#counts.sent += 1;
        this.#inFlight.set(entry.unit, entry.call.model_id);
        this.#of(entry.call.model_id).calls += 1;
        break;
      case "failed":
        this.#fail(entry);
        break;
      case "replied":
        this.#reply(entry);
        break;
    }
  }

  #fail(entry: Extract<JournalEntry, { event: "failed" }>): void {
    this.#counts.failed += 1;
    this.#counts.retries += entry.retries ?? 0;
    this.#costUsd += entry.cost_usd ?? 0;
    const model = this.#inFlight.get(entry.unit);
    this.#inFlight.delete(entry.unit);
    if (model !== undefined) this.#of(model).failed += 1;
    const cause = entry.cause?.replaceAll("_", " ") ?? "other";
    const known = this.#errors.get(cause) ?? { count: 0, example: entry.reason.slice(0, LONGEST_EXAMPLE) };
    known.count += 1;
    this.#errors.set(cause, known);
  }

  #reply(entry: Extract<JournalEntry, { event: "replied" }>): void {
    this.#counts.replied += 1;
    this.#counts.retries += entry.retries ?? 0;
    this.#inFlight.delete(entry.unit);
    if (entry.from_cache === true) {
      this.#counts.from_cache += 1;
      return;
    }
    this.#costUsd += entry.cost_usd ?? 0;
    this.#unpriced += Number(entry.cost_usd === undefined);
    for (const key of ["input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"] as const) {
      this.#usage[key] += entry.usage[key];
    }
  }

  #of(model: string): { calls: number; failed: number } {
    const known = this.#byModel.get(model) ?? { calls: 0, failed: 0 };
    this.#byModel.set(model, known);
    return known;
  }
}
