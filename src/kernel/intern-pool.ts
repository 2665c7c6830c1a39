/** Maximum number of remembered parts. Equal parts occur close together, so older ones can be dropped. */
const MOST_REMEMBERED = 4096;

/**
 * Shares one object among equal parts, so that a hundred thousand equal rows hold it once. Parts are equal if
 * their JSON is: only schema-checked values may be shared, and no code may change them.
 */
export class InternPool {
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

  /** For objects without JSON of their own: the caller gives the same name only to equal parts. */
  named<Part extends object>(name: string, part: Part): Part {
    const known = this.#known.get(name);
    // Safe: the same name implies the same shape.
    if (known !== undefined) return known as Part;
    // Parts that are already shared stay shared; only later ones are compared again.
    if (this.#known.size >= this.#most) this.#known = new Map();
    this.#known.set(name, part);
    return part;
  }

  /** Returns one shared string for equal strings. */
  text<Text extends string>(text: Text): Text {
    return this.of({ text }).text;
  }
}
