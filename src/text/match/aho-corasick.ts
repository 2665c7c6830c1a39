const FEW_FOUND = 1024;

/**
 * Finds all words of a set in one pass over a text (Aho and Corasick, 1975), with every transition precomputed. States
 * at which a word ends have the highest numbers, so that one comparison detects them.
 */
export class AhoCorasick {
  private readonly classOf = new Uint16Array(0x10000);
  private readonly columns: number;
  private readonly transitions: Uint16Array | Uint32Array;
  private readonly firstReporting: number;
  /** Per state: the word that ends there, or -1. */
  private readonly wordAt: Int32Array;
  /** Per state: its longest suffix at which a word ends, or 0. */
  private readonly shorter: Int32Array;
  private found: Int32Array = new Int32Array(FEW_FOUND);

  /** Words are identified by their index; they must be distinct and not empty. */
  constructor(words: readonly string[]) {
    this.columns = this.classify(words);
    const trie = this.plant(words);
    const { order, shorter } = this.resolve(trie);

    const newNumber = new Int32Array(trie.states);
    const silent = order.filter((state) => !reports(trie, shorter, state));
    const reporting = order.filter((state) => reports(trie, shorter, state));
    for (const [number, state] of [...silent, ...reporting].entries()) newNumber[state] = number;
    this.firstReporting = silent.length;
    this.wordAt = new Int32Array(trie.states);
    this.shorter = new Int32Array(trie.states);
    this.transitions = new (trie.states <= 0x10000 ? Uint16Array : Uint32Array)(trie.states * this.columns);
    for (let state = 0; state < trie.states; state += 1) {
      const number = newNumber[state] ?? 0;
      this.wordAt[number] = trie.wordAt[state] ?? -1;
      this.shorter[number] = newNumber[shorter[state] ?? 0] ?? 0;
      for (let column = 0; column < this.columns; column += 1) {
        const next = trie.transitions[state * this.columns + column] ?? 0;
        this.transitions[number * this.columns + column] = newNumber[next] ?? 0;
      }
    }
  }

  /**
   * Returns ends of words: the number of an ending (see `wordsByEnding`), then the offset after its last code unit, by
   * offset. The next search overwrites the result.
   */
  endsIn(text: string): Int32Array {
    const { classOf, transitions, columns, firstReporting } = this;
    let { found } = this;
    let count = 0;
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      state = transitions[state * columns + (classOf[text.charCodeAt(index)] ?? 0)] ?? 0;
      if (state < firstReporting) continue;
      if (count === found.length) found = this.moreRoom();
      found[count] = state - firstReporting;
      found[count + 1] = index + 1;
      count += 2;
    }
    return found.subarray(0, count);
  }

  /** Per ending: the indices of its words, longest first. */
  wordsByEnding(): number[][] {
    return Array.from(this.wordAt.subarray(this.firstReporting), (_, ending) => this.wordsAt(ending));
  }

  /** Calls `found` with each word's index and the offset after its last code unit, by offset. */
  scan(text: string, found: (word: number, end: number) => void): void {
    const { wordAt, shorter, firstReporting } = this;
    const ends = this.endsIn(text);
    for (let at = 0; at < ends.length; at += 2) {
      for (let state = firstReporting + (ends[at] ?? 0); state !== 0; state = shorter[state] ?? 0) {
        const word = wordAt[state] ?? -1;
        if (word >= 0) found(word, ends[at + 1] ?? 0);
      }
    }
  }

  private wordsAt(ending: number): number[] {
    const words: number[] = [];
    for (let at = this.firstReporting + ending; at !== 0; at = this.shorter[at] ?? 0) {
      const word = this.wordAt[at] ?? -1;
      if (word >= 0) words.push(word);
    }
    return words;
  }

  private moreRoom(): Int32Array {
    const { found } = this;
    this.found = new Int32Array(found.length * 2);
    this.found.set(found);
    return this.found;
  }

  /** Gives each code unit that occurs in a word its own column; all others share column 0. */
  private classify(words: readonly string[]): number {
    let classes = 1;
    for (const word of words) {
      for (let index = 0; index < word.length; index += 1) {
        const code = word.charCodeAt(index);
        if (this.classOf[code] === 0) {
          this.classOf[code] = classes;
          classes += 1;
        }
      }
    }
    return classes;
  }

  private plant(words: readonly string[]): Trie {
    const most = countPrefixes(words) + 1;
    const transitions = new Int32Array(most * this.columns);
    const wordAt = new Int32Array(most).fill(-1);
    let states = 1;
    for (const [number, word] of words.entries()) {
      let state = 0;
      for (let index = 0; index < word.length; index += 1) {
        const slot = state * this.columns + (this.classOf[word.charCodeAt(index)] ?? 0);
        let next = transitions[slot] ?? 0;
        if (next === 0) {
          next = states;
          states += 1;
          transitions[slot] = next;
        }
        state = next;
      }
      wordAt[state] = number;
    }
    return { states, transitions, wordAt };
  }

  /** Breadth first, so that the failure state is complete before it is copied. */
  private resolve({ states, transitions, wordAt }: Trie): { order: number[]; shorter: Int32Array } {
    const failure = new Int32Array(states);
    const shorter = new Int32Array(states);
    const order = [0];
    for (const state of order) {
      const fallback = (failure[state] ?? 0) * this.columns;
      for (let column = 0; column < this.columns; column += 1) {
        const slot = state * this.columns + column;
        const next = transitions[slot] ?? 0;
        const around = state === 0 ? 0 : (transitions[fallback + column] ?? 0);
        if (next === 0) {
          transitions[slot] = around;
          continue;
        }
        failure[next] = around;
        shorter[next] = (wordAt[around] ?? -1) >= 0 ? around : (shorter[around] ?? 0);
        order.push(next);
      }
    }
    return { order, shorter };
  }
}

/** Number of states. Counted first, because a trie's tables are wide. */
function countPrefixes(words: readonly string[]): number {
  let prefixes = 0;
  let before = "";
  for (const word of words.toSorted()) {
    let shared = 0;
    while (shared < before.length && before[shared] === word[shared]) shared += 1;
    prefixes += word.length - shared;
    before = word;
  }
  return prefixes;
}

interface Trie {
  readonly states: number;
  /** Next state by state and column; `resolve` adds the failure transitions. */
  readonly transitions: Int32Array;
  readonly wordAt: Int32Array;
}

function reports(trie: Trie, shorter: Int32Array, state: number): boolean {
  return (trie.wordAt[state] ?? -1) >= 0 || shorter[state] !== 0;
}
