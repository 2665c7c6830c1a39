/**
 * Finds all of a set of words in one pass over a text (Aho and Corasick, 1975), with every transition resolved
 * beforehand. A state is its row's offset in the table; one that ends a word is stored as its complement.
 */
export class AhoCorasick {
  private readonly classOf = new Uint16Array(0x10000);
  private readonly classes: number;
  private readonly transitions: Int32Array;
  /** The word that ends at a state, or -1. */
  private readonly wordAt: Int32Array;
  /** The next shorter suffix of a state at which a word ends, or 0. */
  private readonly shorter: Int32Array;

  /** Words are told apart by their index; they must be distinct and not empty. */
  constructor(words: readonly string[]) {
    this.classes = this.classify(words);
    const trie = this.plant(words);
    this.wordAt = trie.wordAt;
    this.shorter = new Int32Array(trie.states);
    this.transitions = trie.transitions.slice(0, trie.states * this.classes);
    this.resolve(trie.states);
  }

  /** Calls back with a word's index and the offset after its last code unit, in order of that offset. */
  scan(text: string, found: (word: number, end: number) => void): void {
    const { classOf, transitions } = this;
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      state = transitions[state + (classOf[text.charCodeAt(index)] ?? 0)] ?? 0;
      if (state < 0) {
        state = ~state;
        this.report(state / this.classes, index + 1, found);
      }
    }
  }

  private report(state: number, end: number, found: (word: number, end: number) => void): void {
    for (let at = state; at !== 0; at = this.shorter[at] ?? 0) {
      const word = this.wordAt[at] ?? -1;
      if (word >= 0) found(word, end);
    }
  }

  /** Gives each code unit that occurs in a word a column of its own; all others share column 0. */
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

  private plant(words: readonly string[]): {
    states: number;
    transitions: Int32Array;
    wordAt: Int32Array;
  } {
    const most = words.reduce((total, word) => total + word.length, 1);
    const transitions = new Int32Array(most * this.classes);
    const wordAt = new Int32Array(most).fill(-1);
    let states = 1;
    for (const [number, word] of words.entries()) {
      let state = 0;
      for (let index = 0; index < word.length; index += 1) {
        const slot = state * this.classes + (this.classOf[word.charCodeAt(index)] ?? 0);
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

  /** Breadth first, so that the state a failure leads to is always complete before it is copied from. */
  private resolve(states: number): void {
    const { classes, transitions, wordAt, shorter } = this;
    const failure = new Int32Array(states);
    const queue = new Int32Array(states);
    let queued = 1;
    for (let head = 0; head < queued; head += 1) {
      const state = queue[head] ?? 0;
      const fallback = failure[state] ?? 0;
      for (let column = 0; column < classes; column += 1) {
        const slot = state * classes + column;
        const next = transitions[slot] ?? 0;
        const around = state === 0 ? 0 : (transitions[fallback * classes + column] ?? 0);
        if (next === 0) {
          transitions[slot] = around;
          continue;
        }
        failure[next] = around;
        shorter[next] = (wordAt[around] ?? -1) >= 0 ? around : (shorter[around] ?? 0);
        queue[queued] = next;
        queued += 1;
      }
    }
    for (let slot = 0; slot < transitions.length; slot += 1) {
      const state = transitions[slot] ?? 0;
      const reports = (wordAt[state] ?? -1) >= 0 || shorter[state] !== 0;
      transitions[slot] = reports ? ~(state * classes) : state * classes;
    }
  }
}
