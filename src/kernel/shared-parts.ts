/** How many parts are remembered at most: those that come again come soon, and the others must not be kept for them. */
const MOST_REMEMBERED = 4096;

/**
 * One object for all parts that are alike, so that a hundred thousand rows which say the same hold it once. A part is
 * alike if its JSON is: only what was checked by its schema may be shared, and nobody may change it.
 */
export class SharedParts {
  readonly #most: number;
  #known = new Map<string, object>();

  constructor(most = MOST_REMEMBERED) {
    this.#most = most;
  }

  of<Part extends object>(part: Part): Part;
  of<Part extends object>(part: Part | null): Part | null;
  of<Part extends object>(part: Part | null): Part | null {
    return part && this.named(JSON.stringify(part), part);
  }

  /** For what has no JSON of its own: the same name is only given to parts that are alike. */
  named<Part extends object>(name: string, part: Part): Part {
    const known = this.#known.get(name);
    // Whatever has the same name has the same shape.
    if (known !== undefined) return known as Part;
    // What is shared already stays shared; only what comes from here on is compared anew.
    if (this.#known.size >= this.#most) this.#known = new Map();
    this.#known.set(name, part);
    return part;
  }

  /** One string for all that are alike. */
  text<Text extends string>(text: Text): Text {
    return this.of({ text }).text;
  }
}
