import { assertNever } from "../kernel/errors.ts";
import type { JournalEntry, JournalOutcome } from "../schema/run/journal.ts";
import { CallCount, type CallTotals, knownCostUsd, type UnitState } from "./call-count.ts";

/** What the calls to one model add up to. */
export interface ModelTotals extends CallTotals {
  /** What is reserved for calls that are in flight. */
  readonly openUsd: number;
}

/** What a journal adds up to, over all its legs and of all its writers. */
export interface JournalTotals extends ModelTotals {
  /** Lines of writers who had lost the lock to another. */
  readonly staleLines: number;
  /** How often work was begun or resumed; a worker's beginning is none. */
  readonly legs: number;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  /** How the last leg ended; `null` while it is open, or before the first. */
  readonly closed: "finished" | "interrupted" | null;
  /** Time at work, without the pauses between legs; a leg that was killed counts up to its last line. */
  readonly wallTimeMs: number;
  readonly byModel: ReadonlyMap<string, ModelTotals>;
  /** Why calls failed, with the words of the first of each kind. */
  readonly failures: ReadonlyMap<string, { readonly count: number; readonly example: string }>;
  /** Calls that were made once more because they were lost, and when the last of them was; `null` where none was. */
  readonly askedAgain: { readonly calls: number; readonly lastAt: string } | null;
}

type Line<Event extends JournalEntry["event"]> = Extract<JournalEntry, { event: Event }>;

/** A call that was sent and has no outcome yet. */
interface OpenCall extends Pick<Line<"sent">, "unit" | "worker" | "fence"> {
  readonly model: CallCount;
  /** Its outcome is fetched from a provider's batch, by whoever works then. */
  readonly isInBatch: boolean;
  /** For each attempt that is not settled; `undefined` where nobody knows a price. */
  readonly reservedUsd: Map<number, number | undefined>;
}

const LONGEST_EXAMPLE = 300;

/**
 * Adds up a journal, fed line by line in order; of its texts it keeps one example for each kind of failure. Money, tokens
 * and retries are of everything that was sent, whoever sent it; what calls came to is of each unit's last outcome.
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

  /** Of the lines so far; 0 where none has one. */
  get highestFence(): number {
    return this.#fence;
  }

  /** `stale`: whoever wrote the line had lost the lock to another, so that it decides nothing. What it cost is counted. */
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

  /** Nobody waits any longer for what whoever keeps the journal had in flight: it is lost, unless a batch has it. */
  endLeg(): void {
    this.#loseAll((call) => call.worker === undefined && !call.isInBatch);
    this.#finishedLegsMs += this.#legMs();
    this.#leg = null;
  }

  /** A worker that begins again loses what it had in flight; the leg of whoever keeps the journal goes on. */
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
    // One that was lost already counts at what was reserved for it.
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
    // Where every attempt came to its end, somebody saw that there was no reply.
    const isOut = call.reservedUsd.size > 0;
    for (const count of [this.#all, call.model]) {
      count.end(reservedUsd(call), isUnbounded(call));
      if (isOut) count.loseReply();
    }
  }

  /** An outcome without an attempt speaks for all of them. One that fails is no account of an attempt that nobody settled. */
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

  /** The open call that a line is about. Without one of its own writer it is another's, whose outcome it brings. */
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

/** Whether an attempt is out of which nobody can say what it costs at most. */
function isUnbounded(call: OpenCall): boolean {
  return [...call.reservedUsd.values()].includes(undefined);
}

function stateAfter(outcome: JournalOutcome): UnitState {
  return outcome.event === "failed"
    ? { event: "failed", cause: outcome.cause ?? "other", isFromCache: false }
    : { event: "replied", cause: null, isFromCache: outcome.from_cache ?? false };
}

/** Everything that may have been paid: what is known, what is lost, and what is reserved for calls in flight. */
export function atMostUsd(totals: Pick<JournalTotals, "costUsd" | "lostUsd" | "openUsd">): number {
  return totals.costUsd + totals.lostUsd + totals.openUsd;
}

/** What is known to have been paid for each model; `null` where nobody knows. */
export function spentByModel({ byModel }: Pick<JournalTotals, "byModel">): Record<string, number | null> {
  return Object.fromEntries([...byModel].map(([model, totals]) => [model, knownCostUsd(totals)]));
}
