import { foldCharacter, joinsPrevious } from "./fold-character.ts";
import { type MarkdownLink, markdownLinkAt, markdownMarkLength } from "./markdown-marks.ts";
import { hashNext, type Spellings } from "./sms-spellings.ts";
import { TextBuffer } from "./text-buffer.ts";
import { isWordCode } from "./words.ts";

const SPACE = 0x20;
const EXCLAMATION_MARK = 0x21;
const APOSTROPHE = 0x27;
const DASH = 0x2d;
const FULL_STOP = 0x2e;
const SLASH = 0x2f;
const DIGIT_NINE = 0x39;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const UNDERSCORE = 0x5f;
const BACKTICK = 0x60;
const SMALL_A = 0x61;

/**
 * Lower case of every ASCII letter and digit, 0 for anything else. Covers all code units, so that no bounds check is
 * needed.
 */
const WORD_LOWER = new Uint8Array(0x10000);
for (let code = 0x30; code <= DIGIT_NINE; code += 1) WORD_LOWER[code] = code;
for (let code = SMALL_A; code <= 0x7a; code += 1) WORD_LOWER[code] = WORD_LOWER[code - 0x20] = code;

const ASCII_MARKUP = new Uint8Array(128);
for (const mark of "*_`~\\#>-+") ASCII_MARKUP[mark.charCodeAt(0)] = 1;
const BULLETS = new Set([0x2013, 0x2014, 0x2022, 0x2023, 0x2043, 0x25aa, 0x25cf, 0x25e6]);

/** Normalises one text in one pass over its code units. Runs of plain words take a fast path; the rest is rare. */
export class TextNormalizer {
  private readonly original: string;
  private readonly spellings: Spellings | null;
  private readonly buffer: TextBuffer;
  private wordStart = 0;
  private wordHash = 0;
  private link: MarkdownLink | null = null;
  /** Whether spelling expansion changed the text. */
  isRespelt = false;

  constructor(original: string, spellings: Spellings | null) {
    this.original = original;
    this.spellings = spellings;
    this.buffer = new TextBuffer(original.length);
  }

  /** Returns the parts of a `NormalizedText`. */
  run() {
    const { original, buffer } = this;
    let index = 0;
    while (index < original.length) {
      const code = original.charCodeAt(index);
      if (WORD_LOWER[code] !== 0) index = this.readWords(index);
      else if (code >= 128) index = this.readBeyondAscii(code, index);
      else index = this.readMark(code, index);
    }
    if (this.spellings !== null) this.spellWord(this.spellings, SPACE, original.length);
    if (buffer.codeAt(buffer.length - 1) === SPACE) buffer.length -= 1;
    return {
      original,
      text: buffer.textOf(0, buffer.length),
      starts: buffer.starts.slice(0, buffer.length),
      ends: buffer.ends.slice(0, buffer.length),
    };
  }

  /** Reads words and the single spaces between them, up to any other character. */
  private readWords(from: number): number {
    const { original } = this;
    const filter = this.spellings?.filter ?? null;
    const { codes, starts, ends } = this.buffer;
    const last = original.length - 1;
    let { wordStart, wordHash: hash } = this;
    let { length } = this.buffer;
    let index = from;
    for (; index <= last; index += 1) {
      const code = original.charCodeAt(index);
      let lower = WORD_LOWER[code] ?? 0;
      if (lower === 0) {
        if (code !== SPACE || index === last || length === wordStart) break;
        if (WORD_LOWER[original.charCodeAt(index + 1)] === 0 || (filter !== null && filter[hash] === 1))
          break;
        lower = SPACE;
        hash = 0;
        wordStart = length + 1;
      } else if (filter !== null) {
        if (isDrawnOut(codes, wordStart, length, lower)) {
          this.isRespelt = true;
          ends[length - 1] = index + 1;
          continue;
        }
        hash = hashNext(hash, lower);
      }
      codes[length] = lower;
      starts[length] = index;
      ends[length] = index + 1;
      length += 1;
    }
    this.wordStart = wordStart;
    this.wordHash = hash;
    this.buffer.length = length;
    return index;
  }

  private readMark(code: number, index: number): number {
    const after = index + 1;
    if (code > SPACE) {
      if (ASCII_MARKUP[code] === 1) return this.readMarkup(code, index);
      if (code === CLOSING_BRACKET && this.link?.close === index) return this.link.end;
      if (code === OPENING_BRACKET || code === EXCLAMATION_MARK) {
        const bracket = code === OPENING_BRACKET ? index : after;
        const link = this.original[bracket] === "[" ? markdownLinkAt(this.original, bracket) : null;
        if (link !== null) {
          this.link = link;
          return bracket + 1;
        }
      }
      if (code === SLASH && this.isShortened()) {
        this.isRespelt = true;
        this.pushInWord(SLASH, index, after);
        return after;
      }
    }
    this.pushMark(Math.max(code, SPACE), index, after);
    return after;
  }

  private readMarkup(code: number, index: number): number {
    const { original } = this;
    const after = index + 1;
    const isInWord = isWordCode(original.charCodeAt(index - 1)) && isWordCode(original.charCodeAt(after));
    if (code === BACKTICK && isInWord) {
      this.pushMark(APOSTROPHE, index, after);
      return after;
    }
    const dropped = markdownMarkLength(original, index);
    if (dropped > 0) return index + dropped;
    if (code === UNDERSCORE) this.pushInWord(code, index, after);
    else this.pushMark(code, index, after);
    return after;
  }

  private readBeyondAscii(code: number, index: number): number {
    const { original, buffer } = this;
    if (BULLETS.has(code) && markdownMarkLength(original, index) > 0) return index + 1;
    let start = index;
    let end = index + ((code & 0xfc00) === 0xd800 && index + 1 < original.length ? 2 : 1);
    while (end < original.length && joinsPrevious(original.charCodeAt(end))) end += 1;
    if (joinsPrevious(code) && buffer.length > 0 && buffer.ends[buffer.length - 1] === index) {
      // A lone accent belongs to the last written letter and is composed with it.
      start = buffer.starts[buffer.length - 1] ?? index;
      while (buffer.length > 0 && (buffer.starts[buffer.length - 1] ?? 0) >= start) buffer.length -= 1;
      this.wordStart = Math.min(this.wordStart, buffer.length);
    }
    const folded = foldCharacter(original.slice(start, end));
    buffer.reserve(folded.length + original.length - end);
    for (let at = 0; at < folded.length; at += 1) {
      const unit = folded.charCodeAt(at);
      if (isWordCode(unit)) this.pushInWord(unit, start, end);
      else this.pushMark(Math.max(unit, SPACE), start, end);
    }
    return end;
  }

  /** Writes a code unit that ends a word. Runs of spaces, of dashes and of more than three stops become one. */
  private pushMark(code: number, start: number, end: number): void {
    const { buffer } = this;
    if (this.spellings !== null) this.spellWord(this.spellings, code, end);
    const last = buffer.length - 1;
    if (this.repeats(code, last)) buffer.ends[last] = end;
    else if (last >= 0 || code !== SPACE) buffer.push(code, start, end);
    this.wordStart = buffer.length;
    this.wordHash = 0;
  }

  private repeats(code: number, last: number): boolean {
    const { buffer } = this;
    if (buffer.codeAt(last) !== code) return false;
    if (code === FULL_STOP) return buffer.codeAt(last - 1) === code && buffer.codeAt(last - 2) === code;
    return code === SPACE || code === DASH;
  }

  private pushInWord(code: number, start: number, end: number): void {
    this.buffer.push(code, start, end);
    this.wordHash = hashNext(this.wordHash, code);
  }

  /** Expands the word just read, if it has an expansion. `next` is the mark that ended it. */
  private spellWord(spellings: Spellings, next: number, after: number): void {
    const { buffer, wordStart, original } = this;
    const size = buffer.length - wordStart;
    if (size === 0 || size > spellings.longest || spellings.filter[this.wordHash] !== 1) return;
    const word = buffer.textOf(wordStart, buffer.length);
    const spelling = spellings.spellOut(word);
    if (spelling === undefined) return;
    const start = buffer.starts[wordStart] ?? 0;
    const end = buffer.ends[buffer.length - 1] ?? 0;
    if (spelling.lowerCaseOnly && original.charCodeAt(end - 1) < SMALL_A) return;
    const before = buffer.textOf(Math.max(0, wordStart - 10), wordStart);
    if (!spellings.standsAlone(word, before, String.fromCharCode(next) + original.charAt(after))) return;
    this.isRespelt = true;
    buffer.reserve(spelling.text.length + original.length - start);
    buffer.length = wordStart;
    for (let at = 0; at < spelling.text.length; at += 1) {
      buffer.push(spelling.text.charCodeAt(at), start, end);
    }
  }

  /** Whether a slash continues a word: "w/", "b/c". */
  private isShortened(): boolean {
    const { buffer, wordStart, spellings } = this;
    return (
      spellings !== null &&
      buffer.length - wordStart === 1 &&
      spellings.beforeSlash.has(buffer.codeAt(wordStart))
    );
  }
}

/** Whether the letter already occurs twice at the end of the word. */
function isDrawnOut(codes: Uint16Array, wordStart: number, length: number, letter: number): boolean {
  return (
    length - 2 >= wordStart &&
    codes[length - 1] === letter &&
    codes[length - 2] === letter &&
    letter > DIGIT_NINE
  );
}
