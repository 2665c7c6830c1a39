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

  /** To be asked for when all sets have their numbers. */
  sightings(): SetSightings {
    return new SetSightings(this.setsOf, this.numbers.size);
  }
}

/** Where a word of each set was last found. Each text has places of its own, so nothing is cleared between them. */
class SetSightings {
  private readonly setsOf: readonly (readonly number[])[];
  private readonly lastAt: Float64Array;

  constructor(setsOf: readonly (readonly number[])[], sets: number) {
    this.setsOf = setsOf;
    this.lastAt = new Float64Array(sets).fill(-1);
  }

  found(word: number, place: number): void {
    const { lastAt } = this;
    const sets = this.setsOf[word];
    if (sets === undefined) return;
    for (let at = 0; at < sets.length; at += 1) {
      const set = sets[at] ?? 0;
      // A longer word may end later and yet start earlier.
      if ((lastAt[set] ?? 0) < place) lastAt[set] = place;
    }
  }

  /** Whether of each set some word was found at `from` or after it. */
  hasAll(sets: readonly number[], from: number): boolean {
    for (let at = 0; at < sets.length; at += 1) {
      if ((this.lastAt[sets[at] ?? 0] ?? -1) < from) return false;
    }
    return true;
  }
}
