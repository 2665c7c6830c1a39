/** Keeps what was made for the last few names, so that going back costs nothing. */
export class RecentlyUsed<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, make: () => Value): Value {
    const value = this.#kept.has(name) ? this.#kept.get(name) : undefined;
    const known = value ?? make();
    this.#kept.delete(name);
    this.#kept.set(name, known);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
    return known;
  }

  forget(name: string): void {
    this.#kept.delete(name);
  }
}
