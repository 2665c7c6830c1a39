import { exchangeErrors } from "./errors.ts";
import type { BadRecord } from "./foreign-conversation.ts";

/** So many are named in an error; the others are counted. */
const SHOWN = 10;
/** From so many on, the share is looked at with every further one, so that a wrong file is not read to its end. */
const ENOUGH_TO_STOP = 1000;

/** How many records were bad, against how many may be. */
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

  /** Throws where more are bad than may be, once there are enough of them to tell. */
  addBad(record: BadRecord): void {
    this.#bad += 1;
    if (this.#first.length < SHOWN) this.#first.push(record);
    if (this.#bad >= ENOUGH_TO_STOP) this.settle();
  }

  /** Throws where more are bad than may be. */
  settle(): void {
    const all = this.#bad + this.#good;
    if (this.#bad > this.#most * all)
      throw exchangeErrors.IB_TOO_MANY_BAD_RECORDS(this.#first, this.#bad, all, this.#most);
  }
}
