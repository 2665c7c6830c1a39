/** One cost limit for all workers of a run, in PostgreSQL. */
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

/** The figures in a refusal's message. */
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
  /** Creates the error for every request after the limit is reached. */
  readonly ceilingReached: (figures: CeilingFigures) => Error;
}

interface Waiter {
  readonly amount: number;
  readonly admit: (reservation: Reservation) => void;
  readonly refuse: (reason: unknown) => void;
  hasLeft: boolean;
}

/** Delay before a request that does not fit asks again, if only other workers can make room. */
const ASK_AGAIN_MS = 250;

/**
 * Sets the cost limit of a run before its workers begin, or a new one for a continued run. Earlier spending stays
 * counted; running calls that exceed a lower limit are awaited. `spentUsd` is a lower bound for spending under this
 * limit, including what is booked here.
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
    // Amounts spent under another limit were not admitted under this one.
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
 * A worker's access to the ledger. Spent and reserved amounts of all workers never exceed the limit. A request that
 * does not fit waits, in order, while any worker has running calls; if none has, the ledger closes for all. Requests
 * that arrive during a transaction go into the next one, because a ledger's lock is held until its commit is on disk.
 */
export class PostgresLedger {
  readonly ceilingUsd: number | null;
  readonly #options: PostgresLedgerOptions;
  readonly #waiting = new Set<Waiter>();
  #settled: Settlement[] = [];
  #carried = new Map<string, number>();
  /**
   * Running calls of earlier sessions that are not booked as such yet, and those of them that no worker has taken over.
   */
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

  /** Requires an open ledger and a worker that joined under this name. Only one join at a time. */
  static async join(options: PostgresLedgerOptions): Promise<PostgresLedger> {
    const { database, run, worker } = options;
    const row = await readLedger(database.query, run);
    await database.query("insert into ib.ledger_share (run, worker) values ($1, $2) on conflict do nothing", [
      run,
      worker,
    ]);
    const ledger = new PostgresLedger(options, row);
    // Turns are numbered, so they continue where an earlier ledger object of the same worker stopped.
    const [share] = await database.query("select turn from ib.ledger_share where run = $1 and worker = $2", [
      run,
      worker,
    ]);
    ledger.#turns = Number(share?.["turn"] ?? 0);
    return ledger;
  }

  /** Amount spent by all workers, as of this worker's last request. */
  get spentUsd(): number {
    return (this.#known.spent + this.#known.unreserved) / UNITS_PER_USD;
  }

  /** Amount reserved by all workers, as of this worker's last request. */
  get reservedUsd(): number {
    return this.#known.reserved / UNITS_PER_USD;
  }

  /**
   * Adds a journal's totals of the same work. The ledger counts at least the sum of its journals, so amounts reported
   * twice, or reported and booked, count once.
   * @param toTakeUp number of unfinished calls among them; their reservation is freed when they finish
   */
  addEarlierSpending(journal: string, spentUsd: number, toTakeUp = 0): void {
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

  /** Takes over the reservation of an unfinished call of an earlier session. It counts as spent until it is settled. */
  takeUp(reservedUsd: number): Reservation {
    if (this.#leftToTakeUp > 0) this.#leftToTakeUp -= 1;
    else this.#toTakeUp += 1;
    return this.#reservationOf(toUnits(reservedUsd), true);
  }

  /** Resolves when everything settled and carried over so far is booked. */
  async booked(): Promise<void> {
    while (this.#settled.length + this.#carried.size > 0 || this.#booking !== undefined)
      await (this.#booking ?? nextTurn());
  }

  #stir(): void {
    this.#wake?.abort();
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Callers that react to the same event ask within one turn, and so share the first transaction.
    await nextTurn();
    try {
      while (this.#hasWork()) await this.#take();
    } catch (error) {
      // The database refused or was closed: nothing more can be reserved, and settled amounts stay reserved.
      this.#refuseAll(error);
      [this.#settled, this.#booking] = [[], undefined];
      this.#carried.clear();
    } finally {
      // Reset in the same tick as the last check, so a later request starts a new drain.
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
    // A waiter that left during the transaction needs no reservation.
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

  /** Waits until this worker settles an amount, or another may have. */
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
