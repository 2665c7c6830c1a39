/** Distinct words, numbered in the order they came, each with what it leads to. */
export class WordList<Target> {
  readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly targets: Target[][] = [];

  /** The number of a word, which is given one if it has none. */
  numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.words.length);
    this.targets.push([]);
    return this.words.push(word) - 1;
  }

  /** An empty word leads nowhere. */
  add(word: string, target: Target): void {
    if (word !== "") this.targets[this.numberOf(word)]?.push(target);
  }

  lengthOf(word: number): number {
    return this.words[word]?.length ?? 0;
  }

  targetsOf(word: number): readonly Target[] {
    return this.targets[word] ?? [];
  }
}
