import { assertNever } from "../kernel/errors.ts";
import type { JournalEntry, Usage } from "../schema/run/journal.ts";
import type { StageTotals } from "../schema/run/manifest.ts";

type Outcome = Extract<JournalEntry, { event: "replied" | "failed" }>;

/** What calls came to: to one model, or to all of them. */
export interface CallTotals {
  readonly sent: number;
  readonly replied: number;
  readonly failed: number;
  /** Sent and not settled. */
  readonly inFlight: number;
  /** Sent by an earlier leg; nobody saw the outcome. */
  readonly lostInFlight: number;
  /** What these may have cost all the same. */
  readonly lostUsd: number;
  readonly retries: number;
  readonly fromCache: number;
  /** Without cached replies: they were paid for when they were first had. */
  readonly usage: Usage;
  /** Of the calls whose cost is known, failed attempts that were billed among them. */
  readonly costUsd: number;
  /** Replies whose cost nobody knows. */
  readonly unpriced: number;
  readonly resolvedModels: readonly string[];
  readonly warnings: readonly string[];
}

/** What a journal adds up to, over all its legs. */
export interface JournalTotals extends CallTotals {
  /** How often work was begun or resumed. */
  readonly legs: number;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  /** How the last leg ended; `null` while it is open, or before the first. */
  readonly closed: "finished" | "interrupted" | null;
  /** Time at work, without the pauses between legs; a leg that was killed counts up to its last line. */
  readonly wallTimeMs: number;
  readonly byModel: ReadonlyMap<string, CallTotals>;
  /** Why calls failed, with the words of the first of each kind. */
  readonly failures: ReadonlyMap<string, { readonly count: number; readonly example: string }>;
}

const LONGEST_EXAMPLE = 300;

/** Adds up a journal, fed line by line in order; of its texts it keeps one example for each kind of failure. */
export class JournalCounter {
  readonly #all = new CallCount();
  readonly #byModel = new Map<string, CallCount>();
  readonly #inFlight = new Map<string, { readonly model: CallCount; readonly reservedUsd: number }>();
  readonly #failures = new Map<string, { count: number; readonly example: string }>();
  #legs = 0;
  #startedAt: string | null = null;
  #lastAt: string | null = null;
  #closed: JournalTotals["closed"] = null;
  #finishedLegsMs = 0;
  #leg: { readonly openedAt: string; lastAt: string } | null = null;

  get totals(): JournalTotals {
    return {
      ...this.#all.totals,
      legs: this.#legs,
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      closed: this.#closed,
      wallTimeMs: this.#finishedLegsMs + this.#legMs(),
      byModel: new Map([...this.#byModel].map(([model, count]) => [model, count.totals])),
      failures: this.#failures,
    };
  }

  record(entry: JournalEntry): void {
    this.#lastAt = entry.at;
    if (this.#leg !== null) this.#leg.lastAt = entry.at;
    switch (entry.event) {
      case "opened":
        this.endLeg();
        this.#leg = { openedAt: entry.at, lastAt: entry.at };
        this.#legs += 1;
        this.#startedAt ??= entry.at;
        this.#closed = null;
        break;
      case "sent": {
        const model = this.#of(entry.call.model_id);
        this.#inFlight.set(entry.unit, { model, reservedUsd: entry.reserved_usd ?? 0 });
        for (const count of [this.#all, model]) count.send();
        break;
      }
      case "replied":
      case "failed":
        this.#settle(entry);
        break;
      case "closed":
        this.#closed = entry.outcome;
        break;
      default:
        assertNever(entry);
    }
  }

  /** Nobody waits any longer for what is in flight: it is lost. */
  endLeg(): void {
    for (const { model, reservedUsd } of this.#inFlight.values()) {
      for (const count of [this.#all, model]) count.lose(reservedUsd);
    }
    this.#inFlight.clear();
    this.#finishedLegsMs += this.#legMs();
    this.#leg = null;
  }

  #settle(outcome: Outcome): void {
    const model = this.#inFlight.get(outcome.unit)?.model;
    this.#inFlight.delete(outcome.unit);
    this.#all.settle(outcome, model !== undefined);
    model?.settle(outcome, true);
    if (outcome.event === "replied") return;
    const cause = outcome.cause ?? "other";
    const known = this.#failures.get(cause) ?? {
      count: 0,
      example: outcome.reason.slice(0, LONGEST_EXAMPLE),
    };
    known.count += 1;
    this.#failures.set(cause, known);
  }

  #of(model: string): CallCount {
    const known = this.#byModel.get(model) ?? new CallCount();
    this.#byModel.set(model, known);
    return known;
  }

  #legMs(): number {
    if (this.#leg === null) return 0;
    return Math.max(0, Date.parse(this.#leg.lastAt) - Date.parse(this.#leg.openedAt));
  }
}

class CallCount {
  readonly #usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  readonly #counts = {
    sent: 0,
    replied: 0,
    failed: 0,
    inFlight: 0,
    lostInFlight: 0,
    lostUsd: 0,
    retries: 0,
    fromCache: 0,
    costUsd: 0,
    unpriced: 0,
  };
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
    this.#counts.inFlight += 1;
  }

  lose(reservedUsd: number): void {
    this.#counts.inFlight -= 1;
    this.#counts.lostInFlight += 1;
    this.#counts.lostUsd += reservedUsd;
  }

  settle(outcome: Outcome, wasInFlight: boolean): void {
    this.#counts.inFlight -= Number(wasInFlight);
    this.#counts.retries += outcome.retries ?? 0;
    this.#counts.costUsd += outcome.cost_usd ?? 0;
    if (outcome.event === "failed") {
      this.#counts.failed += 1;
      return;
    }
    this.#counts.replied += 1;
    if (outcome.resolved_model !== undefined) this.#resolved.add(outcome.resolved_model);
    for (const warning of outcome.warnings ?? []) this.#warnings.add(warning);
    if (outcome.from_cache) {
      this.#counts.fromCache += 1;
      return;
    }
    this.#counts.unpriced += Number(outcome.cost_usd === undefined);
    this.#usage.input_tokens += outcome.usage.input_tokens;
    this.#usage.cached_tokens += outcome.usage.cached_tokens;
    this.#usage.output_tokens += outcome.usage.output_tokens;
    this.#usage.reasoning_tokens += outcome.usage.reasoning_tokens;
  }
}

/** A sum over replies of which some have no known price would be too small, and look exact: `null`. */
export function knownCostUsd(totals: Pick<CallTotals, "costUsd" | "unpriced">): number | null {
  return totals.unpriced > 0 ? null : totals.costUsd;
}

/** What a manifest or a cost report asks of the totals. */
export type StageCalls = Pick<
  CallTotals,
  "replied" | "failed" | "lostInFlight" | "retries" | "fromCache" | "usage" | "costUsd" | "unpriced"
>;

/** As a manifest or a cost report states them. Simulated replies have no price in the journal, and cost nothing. */
export function stageTotals(totals: StageCalls, isFree: boolean): StageTotals {
  return {
    calls: totals.replied,
    failed: totals.failed,
    lost_in_flight: totals.lostInFlight,
    retries: totals.retries,
    from_cache: totals.fromCache,
    usage: totals.usage,
    cost_usd: isFree ? 0 : knownCostUsd(totals),
  };
}
