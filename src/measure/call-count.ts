import type { JournalEntry, JournalOutcome, Usage } from "../schema/run/journal.ts";
import type { StageTotals } from "../schema/run/manifest.ts";

/** Outcome of a unit. */
export interface UnitState {
  readonly event: JournalOutcome["event"];
  /** Cause of a failure; `null` for other outcomes. */
  readonly cause: string | null;
  readonly isFromCache: boolean;
}

/** Totals of calls to one model, or to all. */
export interface CallTotals {
  readonly sent: number;
  /** Units whose last outcome is a reply. */
  readonly replied: number;
  /** Units whose last outcome is a failure. */
  readonly failed: number;
  /** Outcomes that a later one of the same unit replaced: made, billed, and in neither of the two counts. */
  readonly replaced: { readonly replied: number; readonly failed: number };
  /** Sent, with no outcome yet. */
  readonly inFlight: number;
  /** Sent, with an outcome that no process saw. */
  readonly lostInFlight: number;
  /** Upper bound of payments beyond the known cost: for lost calls, and for outcomes without a cost. */
  readonly lostUsd: number;
  readonly retries: number;
  readonly fromCache: number;
  /** Without cached replies, which were paid for when they were first made. */
  readonly usage: Usage;
  /** Cost of the calls with a known cost, billed failed attempts included. */
  readonly costUsd: number;
  /** Replies and lost attempts without a known cost or upper bound. */
  readonly unpriced: number;
  /** Replies with text but without a token count. */
  readonly unmetered: number;
  readonly resolvedModels: readonly string[];
  readonly warnings: readonly string[];
}

const TOKENS = ["input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"] as const;

/** Counts calls. Payments only grow; a later outcome may replace the outcome of a unit. */
export class CallCount {
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
    unmetered: 0,
  };
  readonly #replaced = { replied: 0, failed: 0 };
  readonly #resolved = new Set<string>();
  readonly #warnings = new Set<string>();

  get totals(): CallTotals {
    return {
      ...this.#counts,
      replaced: { ...this.#replaced },
      usage: { ...this.#usage },
      resolvedModels: [...this.#resolved].toSorted(),
      warnings: [...this.#warnings].toSorted(),
    };
  }

  send(): void {
    this.#counts.sent += 1;
    this.#counts.inFlight += 1;
  }

  retry(): void {
    this.#counts.retries += 1;
  }

  /**
   * Ends a call that was in flight.
   * @param unknownUsd what was reserved and not settled
   * @param isUnbounded whether nothing was reserved for it, because its price is unknown
   */
  end(unknownUsd: number, isUnbounded: boolean): void {
    this.#counts.inFlight -= 1;
    this.#counts.lostUsd += unknownUsd;
    this.#counts.unpriced += Number(isUnbounded);
  }

  loseReply(): void {
    this.#counts.lostInFlight += 1;
  }

  /**
   * Adds the cost of an attempt, or of a call with all its attempts. @param ifUnknownUsd the cost if the line
   * has none; undefined if unknown
   */
  pay(line: JournalOutcome | Extract<JournalEntry, { event: "settled" }>, ifUnknownUsd?: number): void {
    const { cost_usd, at_most_usd = 0 } = line;
    this.#counts.costUsd += cost_usd ?? 0;
    this.#counts.lostUsd += Math.max(
      0,
      at_most_usd - (cost_usd ?? 0),
      cost_usd === undefined ? (ifUnknownUsd ?? 0) : 0,
    );
    const isKnown = cost_usd !== undefined || line.at_most_usd !== undefined || ifUnknownUsd !== undefined;
    if (line.event === "settled") this.#counts.unpriced += Number(!isKnown);
    else this.#counts.retries += line.retries ?? 0;
    if (line.event === "replied") {
      if (line.resolved_model !== undefined) this.#resolved.add(line.resolved_model);
      for (const warning of line.warnings ?? []) this.#warnings.add(warning);
      if (line.from_cache) return;
      this.#counts.unmetered += Number(line.content !== "" && line.usage.output_tokens === 0);
      this.#counts.unpriced += Number(!isKnown);
    }
    const usage = line.event === "failed" ? undefined : line.usage;
    for (const kind of TOKENS) this.#usage[kind] += usage?.[kind] ?? 0;
  }

  comeTo({ event, isFromCache }: UnitState): void {
    this.#counts[event] += 1;
    if (isFromCache) this.#counts.fromCache += 1;
  }

  /** Takes back an outcome that a later one of the same unit replaces. */
  replace({ event, isFromCache }: UnitState): void {
    this.#counts[event] -= 1;
    if (isFromCache) this.#counts.fromCache -= 1;
    else this.#replaced[event] += 1;
  }
}

/** `null` if some replies have no known price: their sum would be too small and look exact. */
export function knownCostUsd(totals: Pick<CallTotals, "costUsd" | "unpriced">): number | null {
  return totals.unpriced > 0 ? null : withoutNoise(totals.costUsd);
}

/**
 * Rounds a sum so that it does not depend on the order of its parts: workers' calls arrive in a different
 * order each time.
 */
function withoutNoise(usd: number): number {
  return Math.round(usd * 1e12) / 1e12;
}

/** The totals that a manifest or a cost report uses. */
export type StageCalls = Pick<
  CallTotals,
  | "replied"
  | "failed"
  | "replaced"
  | "lostInFlight"
  | "retries"
  | "fromCache"
  | "usage"
  | "costUsd"
  | "lostUsd"
  | "unpriced"
  | "unmetered"
> & {
  /** Reservations for calls in flight. */
  readonly openUsd?: number;
};

/** Totals of several models together. */
export function addStageCalls(all: readonly StageCalls[]): StageCalls {
  const sum = (count: (calls: StageCalls) => number) => all.reduce((total, calls) => total + count(calls), 0);
  return {
    replied: sum(({ replied }) => replied),
    failed: sum(({ failed }) => failed),
    replaced: {
      replied: sum(({ replaced }) => replaced.replied),
      failed: sum(({ replaced }) => replaced.failed),
    },
    lostInFlight: sum(({ lostInFlight }) => lostInFlight),
    retries: sum(({ retries }) => retries),
    fromCache: sum(({ fromCache }) => fromCache),
    costUsd: sum(({ costUsd }) => costUsd),
    lostUsd: sum(({ lostUsd }) => lostUsd),
    openUsd: sum(({ openUsd = 0 }) => openUsd),
    unpriced: sum(({ unpriced }) => unpriced),
    unmetered: sum(({ unmetered }) => unmetered),
    usage: {
      input_tokens: sum(({ usage }) => usage.input_tokens),
      cached_tokens: sum(({ usage }) => usage.cached_tokens),
      output_tokens: sum(({ usage }) => usage.output_tokens),
      reasoning_tokens: sum(({ usage }) => usage.reasoning_tokens),
    },
  };
}

/**
 * Totals in the form of a manifest or a cost report. Simulated replies have no price in the journal, and cost
 * nothing.
 */
export function stageTotals(totals: StageCalls, isFree: boolean): StageTotals {
  const unknownUsd = totals.lostUsd + (totals.openUsd ?? 0);
  const { replied, failed } = totals.replaced;
  return {
    calls: totals.replied,
    failed: totals.failed,
    lost_in_flight: totals.lostInFlight,
    retries: totals.retries,
    from_cache: totals.fromCache,
    ...(replied + failed > 0 ? { asked_again: { calls: replied, failed } } : {}),
    ...(totals.unmetered > 0 ? { unmetered: totals.unmetered } : {}),
    usage: totals.usage,
    cost_usd: isFree ? 0 : knownCostUsd(totals),
    ...(unknownUsd > 0 ? { at_most_usd: totals.costUsd + unknownUsd } : {}),
  };
}
