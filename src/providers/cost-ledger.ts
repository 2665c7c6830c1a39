import type { ModelPrice } from "../schema/corpus/model-catalog.ts";
import { CostCeilingError, providersErrors } from "./errors.ts";

/** Money set aside for one attempt. */
export interface Reservation {
  /** What it cost in the end. Settles once; the rest is free again. */
  settle(costUsd: number): void;
}

/** What was spent and what is set aside, over all models of a run, by one process or by several. */
export interface Ledger {
  readonly ceilingUsd: number | null;
  /** As far as this process knows. */
  readonly spentUsd: number;
  readonly reservedUsd: number;
  /**
   * What a journal holds of earlier legs of the same work. Told again, only what it has come to have since is added.
   * @param toTakeUp calls among them that are not over, and whose money is free again when they are
   */
  carryOver(journal: string, spentUsd: number, toTakeUp?: number): void;
  /** Resolves when the amount is set aside; rejects with a CostCeilingError when that can never be. */
  reserve(worstCaseUsd: number, signal: AbortSignal): Promise<Reservation>;
  /** What an earlier leg set aside and that counts as spent: set aside once more, for a call that was not over. */
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
 * The ledger of one process. Spent and reserved together never exceed the ceiling: what does not fit waits, in order,
 * until calls under way are settled. If none is under way and the next one still does not fit, everything is over: it
 * and all that come after it are refused.
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

  carryOver(journal: string, spentUsd: number, toTakeUp = 0): void {
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

/** Refuses a cost ceiling that could not be kept, before anything is spent. Simulated models and replays cost nothing, and what files cost is paid elsewhere. */
export function assertPriced(
  modelIds: readonly string[],
  {
    prices,
    configFile,
  }: {
    readonly prices: (modelId: string) => ModelPrice | undefined;
    /** Where prices of one's own stand. */
    readonly configFile?: string | undefined;
  },
): void {
  const unknown = modelIds.filter(
    (modelId) => !/^(sim|replay|files)\//.test(modelId) && prices(modelId) === undefined,
  );
  if (unknown.length > 0) throw providersErrors.IB_UNKNOWN_PRICE(unknown, configFile);
}
