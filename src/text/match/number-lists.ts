/**
 * Lists of numbers, one per index from 0 on, in two flat arrays: frequent reads make separate objects too slow. The
 * list of `index` is in `items` from `first[index]` up to `first[index + 1]`.
 */
export class NumberLists {
  readonly first: Int32Array;
  readonly items: Int32Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.first = new Int32Array(lists.length + 1);
    for (const [index, list] of lists.entries())
      this.first[index + 1] = (this.first[index] ?? 0) + list.length;
    this.items = Int32Array.from(lists.flat());
  }
}

/** Distinct words in order of arrival, each with the numbers of its targets. */
export class WordList {
  readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly targets: number[][] = [];

  /** Returns the number of a word; assigns one to a new word. */
  numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.words.length);
    this.targets.push([]);
    return this.words.push(word) - 1;
  }

  /** Ignores an empty word. */
  add(word: string, target: number): void {
    if (word !== "") this.targets[this.numberOf(word)]?.push(target);
  }

  targetsOf(word: number): readonly number[] {
    return this.targets[word] ?? [];
  }
}
