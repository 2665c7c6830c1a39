/** One ceiling for all workers of a run, in PostgreSQL. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "./database.ts";
import { fleetErrors } from "./errors.ts";
import {
  bookTurn,
  type LedgerRow,
  type LedgerTurn,
  readLedger,
  type Settlement,
  toUnits,
  UNITS_PER_USD,
} from "./ledger-turn.ts";

interface Reservation {
  settle(costUsd: number): void;
}

/** What a refusal says. */
export interface CeilingFigures {
  readonly ceilingUsd: number;
  readonly spentUsd: number;
  readonly nextUsd: number;
}

export interface PostgresLedgerOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, "sleep">;
  readonly run: string;
  readonly worker: string;
  /** Makes the error with which everything is refused once the ceiling is reached. */
  readonly ceilingReached: (figures: CeilingFigures) => Error;
}

interface Waiter {
  readonly amount: number;
  readonly admit: (reservation: Reservation) => void;
  readonly refuse: (reason: unknown) => void;
  hasLeft: boolean;
}

/** How long what does not fit waits before it asks again, where only other workers can make room. */
const ASK_AGAIN_MS = 250;

/**
 * Sets the ceiling of a run before its workers begin, or another one for work that goes on. What was spent so far
 * stays spent; calls under way that a lower ceiling has no room for are waited for. What whoever opens it knows to have
 * been spent under the same ceiling counts at least, with what was booked here among it.
 */
export async function openLedger(
  database: Database,
  clock: Pick<Clock, "sleep">,
  options: {
    readonly run: string;
    readonly ceilingUsd: number | null;
    /** @default nothing */
    readonly spentUsd?: number;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { run, ceilingUsd, spentUsd = 0, signal } = options;
  const ceiling = ceilingUsd === null ? null : Math.floor(ceilingUsd * UNITS_PER_USD);
  for (;;) {
    // What was spent under another ceiling was not admitted under this one.
    const done = await database.query(
      `insert into ib.ledger as l (run, ceiling, unreserved) values ($1, $2::bigint, $3) on conflict (run) do update set
         ceiling = excluded.ceiling, over = false, spent = 0,
         unreserved = greatest(l.unreserved + l.spent, excluded.unreserved)
       where excluded.ceiling is null or l.reserved <= excluded.ceiling returning 1`,
      [run, ceiling, toUnits(spentUsd)],
    );
    if (done.length > 0) return;
    await clock.sleep(ASK_AGAIN_MS, signal);
  }
}

/**
 * A worker's hand on the ledger. Spent and reserved of all workers together never exceed the ceiling: what does not fit
 * waits, in order, while anybody's calls are under way; if none are, everything is over, for everybody. What arrives
 * while a transaction is under way goes into the next, because the lock on a ledger is held until its commit is on disk.
 */
export class PostgresLedger {
  readonly ceilingUsd: number | null;
  readonly #options: PostgresLedgerOptions;
  readonly #waiting = new Set<Waiter>();
  #settled: Settlement[] = [];
  #carried = new Map<string, number>();
  /** Calls of earlier legs that are under way and not booked as such yet, and those of them that nobody has taken up. */
  #toTakeUp = 0;
  #leftToTakeUp = 0;
  #known: LedgerRow;
  #turns = 0;
  #draining: Promise<void> | undefined;
  #booking: Promise<unknown> | undefined;
  #wake: AbortController | undefined;
  #end: unknown;

  private constructor(options: PostgresLedgerOptions, row: LedgerRow) {
    this.#options = options;
    this.#known = row;
    this.ceilingUsd = row.ceiling === null ? null : row.ceiling / UNITS_PER_USD;
  }

  /** The run's ledger must have been opened, and the worker have joined under this name; one at a time. */
  static async join(options: PostgresLedgerOptions): Promise<PostgresLedger> {
    const { database, run, worker } = options;
    const row = await readLedger(database.query, run);
    await database.query("insert into ib.ledger_share (run, worker) values ($1, $2) on conflict do nothing", [
      run,
      worker,
    ]);
    const ledger = new PostgresLedger(options, row);
    // Turns are known by their numbers, so they go on where an earlier hand of the same worker left off.
    const [share] = await database.query("select turn from ib.ledger_share where run = $1 and worker = $2", [
      run,
      worker,
    ]);
    ledger.#turns = Number(share?.["turn"] ?? 0);
    return ledger;
  }

  /** Of all workers, as it was when this one last asked. */
  get spentUsd(): number {
    return (this.#known.spent + this.#known.unreserved) / UNITS_PER_USD;
  }

  /** Of all workers, as it was when this one last asked. */
  get reservedUsd(): number {
    return this.#known.reserved / UNITS_PER_USD;
  }

  /**
   * What a journal holds of the same work. What the ledger has counted is at least what its journals add up to: so what
   * is told twice, or is told and was booked here, counts once.
   * @param toTakeUp calls among them that are not over, and whose money is free again when they are
   */
  carryOver(journal: string, spentUsd: number, toTakeUp = 0): void {
    this.#carried.set(journal, toUnits(spentUsd));
    this.#toTakeUp += toTakeUp;
    this.#leftToTakeUp += toTakeUp;
    this.#stir();
  }

  async reserve(worstCaseUsd: number, signal: AbortSignal): Promise<Reservation> {
    signal.throwIfAborted();
    if (this.#end !== undefined) throw this.#end;
    const turn = Promise.withResolvers<Reservation>();
    const waiter: Waiter = {
      amount: toUnits(worstCaseUsd),
      admit: turn.resolve,
      refuse: turn.reject,
      hasLeft: false,
    };
    const leave = () => {
      waiter.hasLeft = true;
      turn.reject(signal.reason);
      this.#stir();
    };
    this.#waiting.add(waiter);
    signal.addEventListener("abort", leave, { once: true });
    this.#stir();
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** What an earlier leg set aside, for a call that was not over. It counts as spent until it is settled. */
  takeUp(reservedUsd: number): Reservation {
    if (this.#leftToTakeUp > 0) this.#leftToTakeUp -= 1;
    else this.#toTakeUp += 1;
    return this.#reservationOf(toUnits(reservedUsd), true);
  }

  /** Resolves when everything that was settled and carried over so far is booked. */
  async booked(): Promise<void> {
    while (this.#settled.length + this.#carried.size > 0 || this.#booking !== undefined)
      await (this.#booking ?? nextTurn());
  }

  #stir(): void {
    this.#wake?.abort();
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Callers that answer to the same event ask within one turn, and so share the first transaction.
    await nextTurn();
    try {
      while (this.#hasWork()) await this.#take();
    } catch (error) {
      // The database refused, or was closed: nothing can be reserved any more, and what was settled stays reserved.
      this.#refuseAll(error);
      [this.#settled, this.#booking] = [[], undefined];
      this.#carried.clear();
    } finally {
      // In the same breath as the last look: what comes after it finds nobody at work, and begins anew.
      this.#draining = undefined;
    }
  }

  #hasWork(): boolean {
    for (const waiter of this.#waiting) if (waiter.hasLeft) this.#waiting.delete(waiter);
    return this.#waiting.size + this.#settled.length + this.#carried.size > 0;
  }

  async #take(): Promise<void> {
    const asking = [...this.#waiting];
    const turn: LedgerTurn = {
      number: ++this.#turns,
      settled: this.#settled,
      carried: this.#carried,
      toTakeUp: this.#toTakeUp,
      asked: asking.map(({ amount }) => amount),
    };
    [this.#settled, this.#carried, this.#toTakeUp] = [[], new Map(), 0];
    const { database, run, worker } = this.#options;
    const booking = database.transaction((sql) => bookTurn(sql, run, worker, turn));
    this.#booking = booking;
    const { row, admitted, isAlive } = await booking;
    [this.#known, this.#booking] = [row, undefined];
    for (const waiter of asking.slice(0, admitted)) this.#admit(waiter);
    const next = asking[admitted];
    if (next === undefined) return;
    if (!isAlive) this.#refuseAll(fleetErrors.IB_WORKER_OVERDUE(worker));
    else if (row.over) this.#refuseAll(this.#ceilingReached(row, next.amount));
    else await this.#rest();
  }

  #admit(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    const reservation = this.#reservationOf(waiter.amount, false);
    // One who gave up while the database was at it needs nothing.
    if (waiter.hasLeft) reservation.settle(0);
    else waiter.admit(reservation);
  }

  #reservationOf(amount: number, isTakenUp: boolean): Reservation {
    let isSettled = false;
    return {
      settle: (costUsd) => {
        if (isSettled) throw new Error("a reservation is settled once");
        isSettled = true;
        this.#settled.push({ amount, cost: toUnits(costUsd), isTakenUp });
        this.#stir();
      },
    };
  }

  #refuseAll(reason: unknown): void {
    this.#end = reason;
    for (const waiter of this.#waiting) waiter.refuse(reason);
    this.#waiting.clear();
  }

  /** Until something is settled here, or another worker may have settled something. */
  async #rest(): Promise<void> {
    if (this.#settled.length > 0) return;
    this.#wake = new AbortController();
    await this.#options.clock.sleep(ASK_AGAIN_MS, this.#wake.signal).catch(() => {});
    this.#wake = undefined;
  }

  #ceilingReached({ ceiling, spent, unreserved }: LedgerRow, amount: number): Error {
    return this.#options.ceilingReached({
      ceilingUsd: (ceiling ?? 0) / UNITS_PER_USD,
      spentUsd: (spent + unreserved) / UNITS_PER_USD,
      nextUsd: amount / UNITS_PER_USD,
    });
  }
}
