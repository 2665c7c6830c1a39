/** Results of the texts that were asked about last: several checks read the same message one after another. */
export class RecentResults<Result> {
  private readonly results = new Map<string, Result>();
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(text: string, make: (text: string) => Result): Result {
    const known = this.results.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    if (this.results.size >= this.capacity) {
      const [oldest] = this.results.keys();
      if (oldest !== undefined) this.results.delete(oldest);
    }
    this.results.set(text, result);
    return result;
  }
}
