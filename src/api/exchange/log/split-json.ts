/** Splits a JSON document of any size at its lists, without holding all of it. */
import { NEWLINE } from "../../../kernel/split-lines.ts";

/** An element of a list, or the rest of the document with its lists emptied. */
export interface JsonPiece {
  readonly bytes: Buffer;
  /** First line, counted from 1. */
  readonly line: number;
  /** Keys that lead to an element. `null` for the rest of the document, which comes last. */
  readonly path: readonly PropertyKey[] | null;
  /** For an element: the part of the document before its list, as a document. */
  readonly head: string;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

interface Level {
  readonly closer: "]" | "}";
  /** Keys from the top to here; `null` below a list that was not requested. */
  readonly path: readonly string[] | null;
  /** For an object: the key whose value comes next. */
  key: string | null;
}

/**
 * Yields the elements of the lists that `lists` leads to, by keys from the top, and then the rest. Without such a
 * list, the rest is all of the document. Looks only at brackets and quotes: the reader checks whether it is JSON.
 */
export async function* splitJson(
  chunks: AsyncIterable<Buffer>,
  lists: readonly (readonly string[])[],
): AsyncGenerator<JsonPiece> {
  const splitter = new JsonSplitter(lists);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield splitter.end();
}

class JsonSplitter {
  readonly #wanted: ReadonlySet<string>;
  readonly #levels: Level[] = [];
  readonly #rest: Buffer[] = [];
  #line = 1;
  #isInString = false;
  #isEscaped = false;
  /** Bytes of the key under way. */
  #key: number[] | null = null;
  /** List whose elements are being read, and the element under way. */
  #list: { readonly path: readonly string[]; readonly head: string; index: number } | null = null;
  #element: { readonly pieces: Buffer[]; readonly line: number; depth: number } | null = null;
  /** Start of the chunk's unassigned bytes. */
  #from = 0;

  constructor(lists: readonly (readonly string[])[]) {
    this.#wanted = new Set(lists.map((path) => JSON.stringify(path)));
  }

  *push(chunk: Buffer): Generator<JsonPiece> {
    this.#from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) this.#line += 1;
      if (this.#isInString) {
        this.#readString(byte);
        if (!this.#isInString && this.#element?.depth === 0) yield this.#finish(chunk, at + 1);
        continue;
      }
      if (this.#list !== null && this.#element === null) {
        if (SPACES.has(byte) || byte === COMMA) {
          this.#from = at + 1;
          continue;
        }
        if (byte === CLOSE_LIST) {
          this.#closeList(at);
          continue;
        }
        this.#from = at;
        this.#element = { pieces: [], line: this.#line, depth: 0 };
      }
      if (this.#element === null) this.#readOutside(chunk, at, byte);
      else if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#element.depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (this.#element.depth === 0) {
          // A number or a word was the last element.
          yield this.#finish(chunk, at);
          this.#closeList(at);
          continue;
        }
        this.#element.depth -= 1;
        if (this.#element.depth === 0) yield this.#finish(chunk, at + 1);
      } else if (this.#element.depth === 0 && (byte === COMMA || SPACES.has(byte))) {
        yield this.#finish(chunk, at);
        this.#from = at + 1;
      }
    }
    this.#keep(chunk, chunk.length);
  }

  /** Returns the rest. If the document ends within an element, the rest includes it, and is therefore not JSON. */
  end(): JsonPiece {
    const bytes = Buffer.concat([...this.#rest, ...(this.#element?.pieces ?? [])]);
    return { bytes, line: 1, path: null, head: "" };
  }

  #keep(chunk: Buffer, to: number): void {
    if (this.#from < to) (this.#element?.pieces ?? this.#rest).push(chunk.subarray(this.#from, to));
    this.#from = to;
  }

  #finish(chunk: Buffer, to: number): JsonPiece {
    this.#keep(chunk, to);
    const { pieces = [], line = this.#line } = this.#element ?? {};
    const { path = [], head = "", index = 0 } = this.#list ?? {};
    this.#element = null;
    if (this.#list !== null) this.#list.index += 1;
    return { bytes: Buffer.concat(pieces), line, path: [...path, index], head };
  }

  #closeList(at: number): void {
    this.#list = null;
    this.#levels.pop();
    this.#from = at;
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    if (this.#key === null) return;
    this.#key.push(byte);
    if (this.#isInString) return;
    const level = this.#levels.at(-1);
    if (level !== undefined) level.key = Buffer.from(this.#key.slice(0, -1)).toString("utf8");
    this.#key = null;
  }

  #readOutside(chunk: Buffer, at: number, byte: number): void {
    const level = this.#levels.at(-1);
    if (byte === QUOTE) {
      this.#isInString = true;
      if (level?.closer === "}" && level.key === null) this.#key = [];
    } else if (byte === COMMA) {
      if (level !== undefined) level.key = null;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#levels.pop();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      const path = pathBelow(level);
      this.#levels.push({ closer: byte === OPEN_LIST ? "]" : "}", path, key: null });
      if (byte !== OPEN_LIST || path === null || !this.#wanted.has(JSON.stringify(path))) return;
      this.#keep(chunk, at + 1);
      const closers = this.#levels.map(({ closer }) => closer).toReversed();
      this.#list = { path, head: Buffer.concat(this.#rest).toString("utf8") + closers.join(""), index: 0 };
    }
  }
}

function pathBelow(level: Level | undefined): readonly string[] | null {
  if (level === undefined) return [];
  return level.path === null || level.key === null ? null : [...level.path, level.key];
}
