/** One ceiling for all workers: a row that is locked for every turn, and each worker's hand on it. */
import type { EventLoop, Station } from "./event-loop.ts";
import type { Times } from "./measured-times.ts";

/** All of it in whole nano-dollars. */
export class SharedMoney {
  spent = 0;
  reserved = 0;
  /** The part of the spending that dead workers had reserved: it may have been billed. */
  buried = 0;
  underWay = 0;
  /** The next one did not fit, and nothing was under way that could have made room. */
  isOver = false;
  /** The most that was ever spent and set aside together. */
  highest = 0;
  readonly #ceiling: number;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** Sets aside what fits of what was asked for, in order, and says how many of them that was. */
  reserve(amounts: readonly number[]): number {
    let admitted = 0;
    for (const amount of amounts) {
      if (this.isOver || this.spent + this.reserved + amount > this.#ceiling) {
        if (this.underWay === 0) this.isOver = true;
        break;
      }
      this.reserved += amount;
      this.underWay += 1;
      admitted += 1;
    }
    this.highest = Math.max(this.highest, this.spent + this.reserved);
    return admitted;
  }

  settle(reserved: number, cost: number): void {
    this.reserved -= reserved;
    this.underWay -= 1;
    this.spent += cost;
  }

  bury(reserved: number, calls: number): void {
    this.reserved -= reserved;
    this.underWay -= calls;
    this.spent += reserved;
    this.buried += reserved;
  }
}

interface Asked {
  readonly amount: number;
  /** `false`: the ceiling is reached, for everybody. */
  readonly answer: (isReserved: boolean) => void;
}

interface Settled {
  readonly reserved: number;
  readonly cost: number;
  readonly booked: () => void;
}

interface HandOptions {
  readonly loop: EventLoop;
  readonly times: Times;
  readonly database: Station;
  /** The lock on the ledger's row. */
  readonly row: Station;
  readonly money: SharedMoney;
  /** `gathered`: what arrives during a turn goes into the next one. `one by one`: a turn for each, all at the same time. */
  readonly way: LedgerWay;
}

export type LedgerWay = "gathered" | "one by one";

/** As in src/fleet/postgres-ledger.ts: the wait before a reservation that did not fit is retried. */
const ASK_AGAIN_MS = 250;

/** A worker's hand on the ledger. */
export class LedgerHand {
  readonly #options: HandOptions;
  #asked: Asked[] = [];
  #settled: Settled[] = [];
  #isTurning = false;
  #isDead = false;
  /** This worker's reservations, which are counted as spent if it dies. */
  #held = { amount: 0, calls: 0 };

  constructor(options: HandOptions) {
    this.#options = options;
  }

  reserve(amount: number, answer: Asked["answer"]): void {
    this.#asked.push({ amount, answer });
    this.#stir();
  }

  settle(reserved: number, cost: number, booked: () => void = () => undefined): void {
    this.#settled.push({ reserved, cost, booked });
    this.#stir();
  }

  /** Its reservations remain until its death is noticed, and count as spent from then on. */
  die(): { readonly bury: () => void } {
    this.#isDead = true;
    return { bury: () => this.#options.money.bury(this.#held.amount, this.#held.calls) };
  }

  #stir(): void {
    if (this.#options.way === "gathered" && this.#isTurning) return;
    const [asked, settled] = [this.#asked, this.#settled];
    if (asked.length + settled.length === 0) return;
    [this.#asked, this.#settled] = [[], []];
    this.#isTurning = true;
    const { loop, times, database, row } = this.#options;
    const lockMs = times.ledgerLockMs + (asked.length + settled.length) * times.ledgerEntryMs;
    const readyMs = database.take(times.statementMs) + times.ledgerWaitMs;
    loop.at(row.take(lockMs, readyMs), () => this.#booked(asked, settled));
  }

  #booked(asked: readonly Asked[], settled: readonly Settled[]): void {
    if (this.#isDead) return;
    const { money, loop } = this.#options;
    for (const { reserved, cost } of settled) {
      money.settle(reserved, cost);
      this.#held.amount -= reserved;
      this.#held.calls -= 1;
    }
    const admitted = asked.slice(0, money.reserve(asked.map(({ amount }) => amount)));
    for (const { amount } of admitted) {
      this.#held.amount += amount;
      this.#held.calls += 1;
    }
    for (const { booked } of settled) booked();
    for (const { answer } of admitted) answer(true);
    const left = asked.slice(admitted.length);
    if (money.isOver) for (const { answer } of left) answer(false);
    else if (left.length > 0) this.#asked.unshift(...left);
    this.#isTurning = false;
    if (left.length > 0 && !money.isOver && this.#settled.length === 0) {
      this.#isTurning = true;
      loop.after(ASK_AGAIN_MS, () => {
        this.#isTurning = false;
        if (!this.#isDead) this.#stir();
      });
    } else this.#stir();
  }
}
