import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { CostCeilingError, providersErrors } from "./errors.ts";

/** Money reserved for one attempt. */
export interface Reservation {
  /** Books the final cost, once. The rest becomes free. */
  settle(costUsd: number): void;
}

/** Spent and reserved amounts of all models of a run, in one process or several. */
export interface Ledger {
  readonly ceilingUsd: number | null;
  /** The amount that this process knows of. */
  readonly spentUsd: number;
  readonly reservedUsd: number;
  /**
   * Adds a journal's totals from earlier sessions of the same work. Repeated calls add only the increase.
   * @param toTakeUp number of unfinished calls among them; their reservation is freed when they finish
   */
  addEarlierSpending(journal: string, spentUsd: number, toTakeUp?: number): void;
  /** Resolves when the amount is reserved; rejects with a CostCeilingError if it can never be. */
  reserve(worstCaseUsd: number, signal: AbortSignal): Promise<Reservation>;
  /** Reserves the amount of an unfinished call of an earlier session again; until then it counts as spent. */
  takeUp(reservedUsd: number): Reservation;
}

interface Waiter {
  readonly amount: number;
  readonly admit: (reservation: Reservation) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Whole units, because sums of fractions of a dollar drift. */
const UNITS_PER_USD = 1e9;
const toUnits = (usd: number) => Math.ceil(usd * UNITS_PER_USD);

/**
 * The ledger of one process. Spent and reserved amounts never exceed the limit. A request that does not fit waits, in
 * order, until running calls are settled. If none is running and the next one still does not fit, it and all later
 * requests are refused.
 */
export class CostLedger implements Ledger {
  readonly ceilingUsd: number | null;
  readonly #ceiling: number;
  readonly #carriedOver = new Map<string, number>();
  #spent: number;
  #reserved = 0;
  #underWay = 0;
  #toTakeUp = 0;
  readonly #waiting = new Set<Waiter>();
  #end: CostCeilingError | undefined;

  constructor(options: { readonly ceilingUsd: number | null; readonly spentUsd?: number }) {
    this.ceilingUsd = options.ceilingUsd;
    this.#ceiling =
      options.ceilingUsd === null ? Number.POSITIVE_INFINITY : Math.floor(options.ceilingUsd * UNITS_PER_USD);
    this.#spent = toUnits(options.spentUsd ?? 0);
  }

  get spentUsd(): number {
    return this.#spent / UNITS_PER_USD;
  }

  get reservedUsd(): number {
    return this.#reserved / UNITS_PER_USD;
  }

  addEarlierSpending(journal: string, spentUsd: number, toTakeUp = 0): void {
    const units = toUnits(spentUsd);
    this.#toTakeUp += toTakeUp;
    this.#spent += Math.max(0, units - (this.#carriedOver.get(journal) ?? 0));
    this.#carriedOver.set(journal, units);
  }

  async reserve(worstCaseUsd: number, signal: AbortSignal): Promise<Reservation> {
    signal.throwIfAborted();
    const amount = toUnits(worstCaseUsd);
    const turn = Promise.withResolvers<Reservation>();
    const waiter: Waiter = { amount, admit: turn.resolve, refuse: turn.reject };
    const leave = () => {
      if (!this.#waiting.delete(waiter)) return;
      turn.reject(signal.reason);
      this.#admit();
    };
    this.#waiting.add(waiter);
    signal.addEventListener("abort", leave, { once: true });
    this.#admit();
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  takeUp(reservedUsd: number): Reservation {
    const amount = toUnits(reservedUsd);
    this.#spent -= amount;
    this.#toTakeUp = Math.max(0, this.#toTakeUp - 1);
    return this.#open(amount);
  }

  #admit(): void {
    for (const waiter of this.#waiting) {
      const fits = this.#spent + this.#reserved + waiter.amount <= this.#ceiling;
      if (!fits && this.#end === undefined) {
        if (this.#underWay > 0 || this.#toTakeUp > 0) return;
        this.#end = this.#ceilingReached(waiter.amount);
      }
      this.#waiting.delete(waiter);
      if (this.#end === undefined) waiter.admit(this.#open(waiter.amount));
      else waiter.refuse(this.#end);
    }
  }

  #open(amount: number): Reservation {
    let isSettled = false;
    this.#reserved += amount;
    this.#underWay += 1;
    return {
      settle: (costUsd) => {
        if (isSettled) throw new Error("a reservation is settled once");
        isSettled = true;
        this.#reserved -= amount;
        this.#underWay -= 1;
        this.#spent += toUnits(costUsd);
        this.#admit();
      },
    };
  }

  #ceilingReached(amount: number): CostCeilingError {
    return new CostCeilingError({
      ceilingUsd: this.#ceiling / UNITS_PER_USD,
      spentUsd: this.spentUsd,
      nextUsd: amount / UNITS_PER_USD,
    });
  }
}

/**
 * Refuses a cost limit that cannot be enforced, before any call. Simulated models and replays cost nothing, and calls
 * through files are paid elsewhere.
 */
export function assertPriced(
  modelIds: readonly string[],
  {
    prices,
    configFile,
  }: {
    readonly prices: (modelId: string) => ModelPrice | undefined;
    /** The file with the user's own prices. */
    readonly configFile?: string | undefined;
  },
): void {
  const unknown = modelIds.filter(
    (modelId) => !/^(sim|replay|files)\//.test(modelId) && prices(modelId) === undefined,
  );
  if (unknown.length > 0) throw providersErrors.IB_UNKNOWN_PRICE(unknown, configFile);
}
