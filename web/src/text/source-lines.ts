/** Where a line lies in its source, without its line end. */
export interface SourceLine {
  readonly start: number;
  readonly end: number;
}

// Block marks stand at the beginning, and a line may be a megabyte.
const HEAD_LENGTH = 200;

/** The lines of a source, addressed by number, with what each begins with. */
export class SourceLines {
  readonly source: string;
  readonly #lines: readonly SourceLine[];

  constructor(source: string) {
    this.source = source;
    this.#lines = linesOf(source);
  }

  get count(): number {
    return this.#lines.length;
  }

  at(index: number): SourceLine {
    return this.#lines[index] ?? { start: this.source.length, end: this.source.length };
  }

  head(index: number): string {
    const { start, end } = this.at(index);
    return this.source.slice(start, Math.min(end, start + HEAD_LENGTH));
  }

  isBlank(index: number): boolean {
    return /^\s*$/.test(this.head(index));
  }

  /** The first line from `index` on that does not hold, or the end. */
  skipWhile(index: number, holds: (head: string) => boolean): number {
    let next = index;
    while (next < this.count && holds(this.head(next))) next += 1;
    return next;
  }
}

function linesOf(source: string): readonly SourceLine[] {
  const lines: SourceLine[] = [];
  let start = 0;
  while (start <= source.length) {
    const found = source.indexOf("\n", start);
    const end = found === -1 ? source.length : found;
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}
