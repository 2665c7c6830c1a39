import type { JournalEntry, Usage } from "../../schema/run/journal.ts";

type Outcome = Extract<JournalEntry, { event: "replied" | "failed" }>;

/** What the calls to one model came to. */
export interface CallTotals {
  readonly sent: number;
  readonly replied: number;
  readonly failed: number;
  readonly retries: number;
  readonly fromCache: number;
  readonly usage: Usage;
  /** Of the calls whose cost is known. */
  readonly costUsd: number;
  /** Replies whose cost nobody knows. */
  readonly unpriced: number;
  readonly resolvedModels: readonly string[];
  readonly warnings: readonly string[];
}

/** Adds up calls, outcome by outcome. */
export class CallTally {
  readonly #usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  readonly #counts = { sent: 0, replied: 0, failed: 0, retries: 0, fromCache: 0, costUsd: 0, unpriced: 0 };
  readonly #resolved = new Set<string>();
  readonly #warnings = new Set<string>();

  get totals(): CallTotals {
    return {
      ...this.#counts,
      usage: { ...this.#usage },
      resolvedModels: [...this.#resolved].toSorted(),
      warnings: [...this.#warnings].toSorted(),
    };
  }

  send(): void {
    this.#counts.sent += 1;
  }

  settle(outcome: Outcome): void {
    this.#counts.retries += outcome.retries ?? 0;
    this.#counts.costUsd += outcome.cost_usd ?? 0;
    if (outcome.event === "failed") {
      this.#counts.failed += 1;
      return;
    }
    this.#counts.replied += 1;
    this.#counts.fromCache += Number(outcome.from_cache ?? false);
    this.#counts.unpriced += Number(outcome.cost_usd === undefined);
    if (outcome.resolved_model !== undefined) this.#resolved.add(outcome.resolved_model);
    for (const warning of outcome.warnings ?? []) this.#warnings.add(warning);
    // A cached reply was paid for when it was first had.
    if (outcome.from_cache) return;
    this.#usage.input_tokens += outcome.usage.input_tokens;
    this.#usage.cached_tokens += outcome.usage.cached_tokens;
    this.#usage.output_tokens += outcome.usage.output_tokens;
    this.#usage.reasoning_tokens += outcome.usage.reasoning_tokens;
  }
}
