import { foldCharacter, joinsPrevious } from "./fold-character.ts";
import { type MarkdownLink, markdownLinkAt, markdownMarkLength } from "./markdown-marks.ts";
import { hashNext, LONGEST_SPELLING, mayBeSpelling, spellOut } from "./sms-spellings.ts";
import { isWordCode } from "./word-boundary.ts";

const SPACE = 0x20;
const APOSTROPHE = 0x27;
const DASH = 0x2d;
const FULL_STOP = 0x2e;
const SLASH = 0x2f;
const BACKTICK = 0x60;
const SMALL_B = 0x62;
const SMALL_W = 0x77;

/** The lower case of every ASCII letter and digit; 0 for anything else. Over all code units: no bounds to test. */
const WORD_LOWER = new Uint8Array(0x10000);
for (let code = 0x30; code <= 0x39; code += 1) WORD_LOWER[code] = code;
for (let code = 0x61; code <= 0x7a; code += 1) WORD_LOWER[code] = WORD_LOWER[code - 0x20] = code;

const ASCII_MARKUP = new Uint8Array(128);
for (const mark of "*_`~\\#>-+") ASCII_MARKUP[mark.charCodeAt(0)] = 1;
/** Few enough arguments for one call. */
const CHUNK_LENGTH = 4096;
const BULLETS = new Set([0x2022, 0x2023, 0x25aa, 0x25cf, 0x25e6, 0x2043, 0x2013, 0x2014]);

const RN_IS_A_NURSE_AFTER = /(?:^| )(?:an?|the|as|my|her|his|your|our|icu|er|hospice|charge|home) $/;

/** One pass over the code units of one text. Runs of plain words take the short way; the rest is rare. */
export class TextNormalizer {
  private readonly original: string;
  private readonly spellings: boolean;
  private codes: Uint16Array;
  private starts: Uint32Array;
  private ends: Uint32Array;
  private length = 0;
  private wordStart = 0;
  private wordHash = 0;
  private link: MarkdownLink | null = null;

  constructor(original: string, spellings: boolean) {
    this.original = original;
    this.spellings = spellings;
    this.codes = new Uint16Array(original.length + 64);
    this.starts = new Uint32Array(original.length + 64);
    this.ends = new Uint32Array(original.length + 64);
  }

  /** The parts of a `NormalizedText`. */
  run() {
    const { original } = this;
    let index = 0;
    while (index < original.length) {
      const code = original.charCodeAt(index);
      if (WORD_LOWER[code] !== 0) index = this.readWord(index);
      else if (code >= 128) index = this.readBeyondAscii(code, index);
      else index = this.readMark(code, index);
    }
    if (this.spellings) this.spellWord(SPACE, original.length);
    if (this.length > 0 && this.codes[this.length - 1] === SPACE) this.length -= 1;
    return {
      original,
      text: this.textOf(0, this.length),
      starts: this.starts.subarray(0, this.length),
      ends: this.ends.subarray(0, this.length),
    };
  }

  private readWord(from: number): number {
    const { original, codes, starts, ends, spellings, wordStart } = this;
    let hash = this.wordHash;
    let length = this.length;
    let index = from;
    for (; index < original.length; index += 1) {
      const lower = WORD_LOWER[original.charCodeAt(index)] ?? 0;
      if (lower === 0) break;
      if (spellings) {
        if (
          codes[length - 1] === lower &&
          codes[length - 2] === lower &&
          length - 2 >= wordStart &&
          lower > 0x39
        ) {
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
    this.wordHash = hash;
    this.length = length;
    return index;
  }

  private readMark(code: number, index: number): number {
    const after = index + 1;
    if (code <= SPACE) {
      this.pushMark(SPACE, index, after);
      return after;
    }
    if (ASCII_MARKUP[code] === 1) return this.readMarkup(code, index);
    if (code === 0x5b) {
      const link = markdownLinkAt(this.original, index);
      if (link !== null) {
        this.link = link;
        return after;
      }
    } else if (code === 0x5d && this.link?.close === index) {
      return this.link.end;
    } else if (
      code === 0x21 &&
      this.original[after] === "[" &&
      markdownLinkAt(this.original, after) !== null
    ) {
      return after;
    } else if (code === SLASH && this.spellings && this.isShortenedWith()) {
      this.push(SLASH, index, after);
      this.wordHash = hashNext(this.wordHash, SLASH);
      return after;
    }
    this.pushMark(code, index, after);
    return after;
  }

  private readMarkup(code: number, index: number): number {
    const { original } = this;
    if (code === BACKTICK && this.isBetweenLetters(index)) {
      this.pushMark(APOSTROPHE, index, index + 1);
      return index + 1;
    }
    const dropped = markdownMarkLength(original, index);
    if (dropped > 0) return index + dropped;
    // An underscore that is not emphasis stands inside a word.
    if (code === 0x5f) this.pushInWord(code, index, index + 1);
    else this.pushMark(code, index, index + 1);
    return index + 1;
  }

  private readBeyondAscii(code: number, index: number): number {
    const { original } = this;
    if (BULLETS.has(code) && markdownMarkLength(original, index) > 0) return index + 1;
    let start = index;
    let end = index + ((code & 0xfc00) === 0xd800 && index + 1 < original.length ? 2 : 1);
    while (end < original.length && joinsPrevious(original.charCodeAt(end))) end += 1;
    if (joinsPrevious(code) && this.length > 0 && this.codes[this.length - 1] !== SPACE) {
      // A lone accent belongs to the letter just written, which is composed again together with it.
      start = this.starts[this.length - 1] ?? index;
      while (this.length > 0 && (this.starts[this.length - 1] ?? 0) >= start) this.length -= 1;
      this.wordStart = Math.min(this.wordStart, this.length);
    }
    const folded = foldCharacter(original.slice(start, end));
    this.reserve(folded.length, end);
    for (let at = 0; at < folded.length; at += 1) {
      const unit = folded.charCodeAt(at);
      if (isWordCode(unit)) this.pushInWord(unit, start, end);
      else this.pushMark(Math.max(unit, SPACE), start, end);
    }
    return end;
  }

  /** Writes a code unit that ends a word. Runs of spaces, of dashes and of more than three stops become one. */
  private pushMark(code: number, start: number, end: number): void {
    if (this.spellings) this.spellWord(code, end);
    const last = this.length - 1;
    const repeats =
      this.codes[last] === code &&
      (code === SPACE ||
        code === DASH ||
        (code === FULL_STOP && this.codes[last - 1] === code && this.codes[last - 2] === code));
    if (this.length > 0 && repeats) this.ends[last] = end;
    else if (this.length > 0 || code !== SPACE) this.push(code, start, end);
    this.wordStart = this.length;
    this.wordHash = 0;
  }

  private pushInWord(code: number, start: number, end: number): void {
    this.push(code, start, end);
    this.wordHash = hashNext(this.wordHash, code);
  }

  private push(code: number, start: number, end: number): void {
    this.codes[this.length] = code;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  /** Spells out the word just read, if it is one that stands for another. `next` is the mark that ended it. */
  private spellWord(next: number, after: number): void {
    const { wordStart, length } = this;
    const size = length - wordStart;
    if (size === 0 || size > LONGEST_SPELLING || !mayBeSpelling(this.wordHash)) return;
    const word = this.textOf(wordStart, length);
    const spelling = spellOut(word);
    if (spelling === undefined || !this.standsAlone(word, next, after)) return;
    const start = this.starts[wordStart] ?? 0;
    const end = this.ends[length - 1] ?? 0;
    if (spelling.lowerCaseOnly && this.original.charCodeAt(end - 1) < 0x61) return;
    this.reserve(spelling.text.length, after - 1);
    this.length = wordStart;
    for (let at = 0; at < spelling.text.length; at += 1) this.push(spelling.text.charCodeAt(at), start, end);
  }

  private standsAlone(word: string, next: number, after: number): boolean {
    const before = this.codes[this.wordStart - 1] ?? SPACE;
    const continues = WORD_LOWER[this.original.charCodeAt(after)] ?? 0;
    if (next === APOSTROPHE && continues !== 0) return word === "u";
    if (word.length > 2 && word !== "b/c")
      return before !== APOSTROPHE || !isWordCode(this.codes[this.wordStart - 2] ?? 0);
    if (
      word === "rn" &&
      RN_IS_A_NURSE_AFTER.test(this.textOf(Math.max(0, this.wordStart - 9), this.wordStart))
    ) {
      return false;
    }
    // One or two letters against a mark are initials, units or formulas: U.S., W-2, R&B, 'n'.
    return (
      !"'-./&@#$+=".includes(String.fromCharCode(before)) &&
      (continues === 0 || next === SPACE || next === 0x2c) &&
      !"/&@+='".includes(String.fromCharCode(next))
    );
  }

  private isShortenedWith(): boolean {
    const first = this.codes[this.wordStart];
    return this.length - this.wordStart === 1 && (first === SMALL_W || first === SMALL_B);
  }

  private isBetweenLetters(index: number): boolean {
    return isWordCode(this.original.charCodeAt(index - 1)) && isWordCode(this.original.charCodeAt(index + 1));
  }

  /** Keeps room for what is to be written now and for one code unit for each one not yet read. */
  private reserve(count: number, readTo: number): void {
    const needed = this.length + count + this.original.length - readTo;
    if (needed <= this.codes.length) return;
    this.codes = grown(this.codes, new Uint16Array(needed * 2));
    this.starts = grown(this.starts, new Uint32Array(needed * 2));
    this.ends = grown(this.ends, new Uint32Array(needed * 2));
  }

  private textOf(from: number, to: number): string {
    let text = "";
    for (let at = from; at < to; at += CHUNK_LENGTH) {
      // `apply` takes any array-like; its type asks for an array, and a copy would cost more than the call.
      const chunk = this.codes.subarray(at, Math.min(to, at + CHUNK_LENGTH)) as unknown as number[];
      text += String.fromCharCode.apply(null, chunk);
    }
    return text;
  }
}

function grown<Buffer extends Uint16Array | Uint32Array>(from: Buffer, to: Buffer): Buffer {
  to.set(from);
  return to;
}
