import { exchangeErrors } from "./errors.ts";
import type { BadRecord } from "./foreign-conversation.ts";

/** Number of records named in an error; the others are only counted. */
const SHOWN = 10;
/** From this count on, each further bad record rechecks the share, so that a wrong file is not read to its end. */
const ENOUGH_TO_STOP = 1000;

/** Compares the number of bad records with the allowed share. */
export class BadShare {
  readonly #most: number;
  readonly #first: BadRecord[] = [];
  #bad = 0;
  #good = 0;

  /** @param most a share, from 0 to 1 */
  constructor(most: number) {
    this.#most = most;
  }

  get bad(): number {
    return this.#bad;
  }

  addGood(): void {
    this.#good += 1;
  }

  /** Throws if the share is too high, once there are enough records to tell. */
  addBad(record: BadRecord): void {
    this.#bad += 1;
    if (this.#first.length < SHOWN) this.#first.push(record);
    if (this.#bad >= ENOUGH_TO_STOP) this.settle();
  }

  /** Throws if the share is too high. */
  settle(): void {
    const all = this.#bad + this.#good;
    if (this.#bad > this.#most * all)
      throw exchangeErrors.IB_TOO_MANY_BAD_RECORDS(this.#first, this.#bad, all, this.#most);
  }
}
