/**
 * Lists of numbers, one for each number from 0 on, in two flat arrays: matching reads them for every few letters, and
 * objects would lie too far apart. The list of `index` stands in `items` from `first[index]` up to `first[index + 1]`.
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

/** Distinct words, numbered in the order they came, each with the numbers of what it leads to. */
export class WordList {
  readonly words: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly targets: number[][] = [];

  /** The number of a word, which is given one if it has none. */
  numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.words.length);
    this.targets.push([]);
    return this.words.push(word) - 1;
  }

  /** An empty word leads nowhere. */
  add(word: string, target: number): void {
    if (word !== "") this.targets[this.numberOf(word)]?.push(target);
  }

  targetsOf(word: number): readonly number[] {
    return this.targets[word] ?? [];
  }
}

/** Sets of numbered words, themselves numbered in the order they came. */
export class WordSets {
  private readonly numbers = new Map<string, number>();
  private readonly setsOf: number[][] = [];

  /** The number of a set, which is given one if it has none. */
  numberOf(words: readonly number[]): number {
    const key = words.join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const set = this.numbers.size;
    this.numbers.set(key, set);
    for (const word of new Set(words)) {
      while (this.setsOf.length <= word) this.setsOf.push([]);
      this.setsOf[word]?.push(set);
    }
    return set;
  }

  /** The sets that hold a word. */
  holding(word: number): readonly number[] {
    return this.setsOf[word] ?? [];
  }

  get size(): number {
    return this.numbers.size;
  }
}

/** Where in one text each of a number of sets was last met. */
export class SetSightings {
  private readonly lastAt: Int32Array;

  constructor(sets: number) {
    this.lastAt = new Int32Array(sets);
  }

  /** To be said before the first place of the next text. */
  forget(): void {
    this.lastAt.fill(0);
  }

  /** The sets of a list were met at a place, which is above 0 and not before any place told earlier. */
  meet({ first, items }: NumberLists, list: number, place: number): void {
    const { lastAt } = this;
    const end = first[list + 1] ?? 0;
    for (let at = first[list] ?? 0; at < end; at += 1) lastAt[items[at] ?? 0] = place;
  }

  /** Whether each set of a list was met after a place. */
  hasAll({ first, items }: NumberLists, list: number, after: number): boolean {
    const end = first[list + 1] ?? 0;
    for (let at = first[list] ?? 0; at < end; at += 1) {
      if ((this.lastAt[items[at] ?? 0] ?? 0) <= after) return false;
    }
    return true;
  }
}
