import { assertNever } from "../kernel/errors.ts";
import type { JournalEntry, JournalOutcome } from "../schema/run/journal.ts";
import { CallCount, type CallTotals, knownCostUsd, type UnitState } from "./call-count.ts";

/** Totals of the calls to one model. */
export interface ModelTotals extends CallTotals {
  /** Reservations for calls that are in flight. */
  readonly openUsd: number;
}

/** Totals of a journal, over all its invocations and writers. */
export interface JournalTotals extends ModelTotals {
  /** Lines of writers that had lost the lock to another. */
  readonly staleLines: number;
  /** Number of starts and resumes; the start of a worker does not count. */
  readonly legs: number;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  /** How the last invocation ended; `null` while it runs, or before the first. */
  readonly closed: "finished" | "interrupted" | null;
  /** Working time, without the pauses between invocations; a killed invocation counts up to its last line. */
  readonly wallTimeMs: number;
  readonly byModel: ReadonlyMap<string, ModelTotals>;
  /** Causes of failed calls, with the text of the first failure of each kind. */
  readonly failures: ReadonlyMap<string, { readonly count: number; readonly example: string }>;
  /** Lost calls that were retried, and the time of the last retry; `null` if there were none. */
  readonly askedAgain: { readonly calls: number; readonly lastAt: string } | null;
}

type Line<Event extends JournalEntry["event"]> = Extract<JournalEntry, { event: Event }>;

/** A call that was sent and has no outcome yet. */
interface OpenCall extends Pick<Line<"sent">, "unit" | "worker" | "fence"> {
  readonly model: CallCount;
  /** Its outcome is in a provider's batch; the process that works then fetches it. */
  readonly isInBatch: boolean;
  /** By attempt that is not settled; `undefined` if the price is unknown. */
  readonly reservedUsd: Map<number, number | undefined>;
}

const LONGEST_EXAMPLE = 300;

/**
 * Adds up a journal, fed line by line in order. It keeps one example text for each kind of failure. Money,
 * tokens and retries cover everything that was sent, by any writer; outcomes are the last of each unit.
 */
export class JournalCounter {
  readonly #all = new CallCount();
  readonly #byModel = new Map<string, CallCount>();
  readonly #open = new Map<string, readonly OpenCall[]>();
  readonly #units = new Map<string, UnitState & { readonly model: CallCount | undefined }>();
  readonly #failures = new Map<string, { count: number; readonly example: string }>();
  #fence = 0;
  #staleLines = 0;
  #legs = 0;
  #startedAt: string | null = null;
  #lastAt: string | null = null;
  #closed: JournalTotals["closed"] = null;
  #finishedLegsMs = 0;
  #askedAgain: JournalTotals["askedAgain"] = null;
  #leg: { readonly openedMs: number; lastMs: number } | null = null;

  get totals(): JournalTotals {
    return {
      ...this.#withOpen(this.#all),
      staleLines: this.#staleLines,
      legs: this.#legs,
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      closed: this.#closed,
      wallTimeMs: this.#finishedLegsMs + this.#legMs(),
      byModel: new Map([...this.#byModel].map(([model, count]) => [model, this.#withOpen(count)])),
      failures: this.#failures,
      askedAgain: this.#askedAgain,
    };
  }

  #withOpen(count: CallCount): ModelTotals {
    const open = [...this.#open.values()].flat();
    const own = count === this.#all ? open : open.filter(({ model }) => model === count);
    return { ...count.totals, openUsd: own.reduce((usd, call) => usd + reservedUsd(call), 0) };
  }

  /** The highest of the lines so far; 0 if none has one. */
  get highestFence(): number {
    return this.#fence;
  }

  /** `stale`: the line's writer had lost the lock to another, so its outcome is ignored. Its cost is counted. */
  record(entry: JournalEntry): "counted" | "stale" {
    const isStale = entry.fence !== undefined && entry.fence < this.#fence;
    this.#fence = Math.max(this.#fence, entry.fence ?? 0);
    if (isStale) this.#staleLines += 1;
    else this.#noteTime(entry.at);
    switch (entry.event) {
      case "opened":
        if (!isStale) this.#begin(entry);
        break;
      case "sent":
        this.#send(entry);
        if (!isStale) this.#noteAskedAgain(entry);
        break;
      case "settled":
        this.#settleAttempt(entry, isStale);
        break;
      case "replied":
      case "failed":
        this.#settle(entry, isStale);
        break;
      case "lost":
        this.#loseAll(
          ({ unit, worker, fence }) =>
            unit === entry.unit && worker === entry.worker && (!isStale || fence === entry.fence),
        );
        break;
      case "closed":
        if (!isStale && entry.worker === undefined) this.#closed = entry.outcome;
        break;
      case "batch":
        break;
      default:
        assertNever(entry);
    }
    return isStale ? "stale" : "counted";
  }

  /**
   * Marks the coordinator's calls in flight as lost, because no process waits for them any more, unless a
   * batch holds them.
   */
  endLeg(): void {
    this.#loseAll((call) => call.worker === undefined && !call.isInBatch);
    this.#finishedLegsMs += this.#legMs();
    this.#leg = null;
  }

  /** A worker that restarts loses its calls in flight; the coordinator's invocation continues. */
  #begin({ at, worker }: Line<"opened">): void {
    this.#startedAt ??= at;
    if (worker !== undefined) {
      this.#loseAll((call) => call.worker === worker && !call.isInBatch);
      return;
    }
    this.endLeg();
    this.#leg = { openedMs: Date.parse(at), lastMs: Date.parse(at) };
    this.#legs += 1;
    this.#closed = null;
  }

  #send(entry: Line<"sent">): void {
    const { unit, worker, fence, attempt = 1, reserved_usd } = entry;
    const earlier = this.#ownCall(entry);
    if (earlier !== undefined && attempt > 1) {
      earlier.reservedUsd.set(attempt, reserved_usd);
      for (const count of [this.#all, earlier.model]) count.retry();
      return;
    }
    if (earlier !== undefined) this.#lose(earlier);
    const model = this.#of(entry.call.model_id);
    const isInBatch = entry.batch !== undefined;
    const call = { unit, worker, fence, model, isInBatch, reservedUsd: new Map([[attempt, reserved_usd]]) };
    this.#open.set(unit, [...(this.#open.get(unit) ?? []), call]);
    for (const count of [this.#all, model]) count.send();
  }

  #noteAskedAgain({ asked_again, attempt = 1, at }: Line<"sent">): void {
    if (asked_again === undefined || attempt > 1) return;
    this.#askedAgain = { calls: (this.#askedAgain?.calls ?? 0) + 1, lastAt: at };
  }

  #settleAttempt(entry: Line<"settled">, isStale: boolean): void {
    const call = this.#callOf(entry, isStale);
    // A lost call already counts with its reservation.
    const reserved = call?.reservedUsd.has(entry.attempt) ? call.reservedUsd.get(entry.attempt) : 0;
    call?.reservedUsd.delete(entry.attempt);
    const model = call?.model ?? this.#units.get(entry.unit)?.model;
    for (const count of [this.#all, model]) count?.pay(entry, reserved);
  }

  #settle(outcome: JournalOutcome, isStale: boolean): void {
    const call = this.#callOf(outcome, isStale);
    const before = this.#units.get(outcome.unit);
    const model = call?.model ?? before?.model;
    for (const count of [this.#all, model]) count?.pay(outcome);
    if (call !== undefined) this.#end(call, outcome);
    if (isStale) {
      if (call !== undefined) for (const count of [this.#all, model]) count?.loseReply();
      return;
    }
    const now = { ...stateAfter(outcome), model };
    this.#units.set(outcome.unit, now);
    if (before !== undefined) for (const count of [this.#all, before.model]) count?.replace(before);
    for (const count of [this.#all, model]) count?.comeTo(now);
    if (before?.cause != null) this.#countFailure(before.cause, -1);
    if (outcome.event === "failed") this.#countFailure(outcome.cause ?? "other", 1, outcome.reason);
  }

  #countFailure(cause: string, by: 1 | -1, reason = ""): void {
    const known = this.#failures.get(cause) ?? { count: 0, example: reason.slice(0, LONGEST_EXAMPLE) };
    known.count += by;
    if (known.count === 0) this.#failures.delete(cause);
    else this.#failures.set(cause, known);
  }

  #loseAll(isLost: (call: OpenCall) => boolean): void {
    for (const call of [...this.#open.values()].flat()) if (isLost(call)) this.#lose(call);
  }

  #lose(call: OpenCall): void {
    this.#close(call);
    // If every attempt was settled, a process saw that there was no reply.
    const isOut = call.reservedUsd.size > 0;
    for (const count of [this.#all, call.model]) {
      count.end(reservedUsd(call), isUnbounded(call));
      if (isOut) count.loseReply();
    }
  }

  /**
   * An outcome without an attempt number covers all attempts. A failed one does not settle an attempt that is
   * still open.
   */
  #end(call: OpenCall, { event, attempt }: JournalOutcome): void {
    this.#close(call);
    if (attempt === undefined) call.reservedUsd.clear();
    else if (event === "replied") call.reservedUsd.delete(attempt);
    for (const count of [this.#all, call.model]) count.end(reservedUsd(call), isUnbounded(call));
  }

  #close(call: OpenCall): void {
    const others = (this.#open.get(call.unit) ?? []).filter((open) => open !== call);
    if (others.length === 0) this.#open.delete(call.unit);
    else this.#open.set(call.unit, others);
  }

  /** The open call that a line is about: its own writer's, otherwise another writer's, whose outcome it reports. */
  #callOf(line: Pick<OpenCall, "unit" | "worker" | "fence">, isStale: boolean): OpenCall | undefined {
    const open = this.#open.get(line.unit) ?? [];
    const own = this.#ownCall(line);
    return own ?? (isStale ? undefined : (open.find(({ worker }) => worker === line.worker) ?? open[0]));
  }

  #ownCall({ unit, worker, fence }: Pick<OpenCall, "unit" | "worker" | "fence">): OpenCall | undefined {
    return this.#open.get(unit)?.find((call) => call.worker === worker && call.fence === fence);
  }

  #of(model: string): CallCount {
    const known = this.#byModel.get(model) ?? new CallCount();
    this.#byModel.set(model, known);
    return known;
  }

  #noteTime(at: string): void {
    this.#lastAt = at;
    if (this.#leg !== null) this.#leg.lastMs = Math.max(this.#leg.lastMs, Date.parse(at));
  }

  #legMs(): number {
    return this.#leg === null ? 0 : this.#leg.lastMs - this.#leg.openedMs;
  }
}

function reservedUsd(call: OpenCall): number {
  return [...call.reservedUsd.values()].reduce((sum: number, usd) => sum + (usd ?? 0), 0);
}

/** Whether an unsettled attempt has no known upper bound of its cost. */
function isUnbounded(call: OpenCall): boolean {
  return [...call.reservedUsd.values()].includes(undefined);
}

function stateAfter(outcome: JournalOutcome): UnitState {
  return outcome.event === "failed"
    ? { event: "failed", cause: outcome.cause ?? "other", isFromCache: false }
    : { event: "replied", cause: null, isFromCache: outcome.from_cache ?? false };
}

/** Upper bound of all payments: the known cost, the lost calls, and the reservations of calls in flight. */
export function atMostUsd(totals: Pick<JournalTotals, "costUsd" | "lostUsd" | "openUsd">): number {
  return totals.costUsd + totals.lostUsd + totals.openUsd;
}

/** Known payments for each model; `null` if unknown. */
export function spentByModel({ byModel }: Pick<JournalTotals, "byModel">): Record<string, number | null> {
  return Object.fromEntries([...byModel].map(([model, totals]) => [model, knownCostUsd(totals)]));
}
