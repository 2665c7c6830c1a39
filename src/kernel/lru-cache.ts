/** Keeps the results of the most recently used names, so that returning to one is free. */
export class LruCache<Result> {
  readonly #kept = new Map<string, Result>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, make: (name: string) => Result): Result {
    const known = this.#kept.get(name);
    if (known !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known;
    }
    const made = make(name);
    this.#kept.set(name, made);
    if (this.#kept.size <= this.#limit) return made;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }

  forget(name: string): void {
    this.#kept.delete(name);
  }
}
