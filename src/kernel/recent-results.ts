/** Keeps what was made for the names that were asked for last, so that going back to one costs nothing. */
export class RecentResults<Result> {
  readonly #kept = new Map<string, Result>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, make: (name: string) => Result): Result {
    const known = this.#kept.get(name);
    const result = known ?? make(name);
    this.#kept.delete(name);
    this.#kept.set(name, result);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return result;
  }

  forget(name: string): void {
    this.#kept.delete(name);
  }
}
