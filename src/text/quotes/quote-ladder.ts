import { LruCache } from "../../kernel/lru-cache.ts";
import type { Role } from "../../schema/ids.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import type { EvidenceSpan, EvidenceTier } from "../../schema/scan/verdict.ts";
import { dropMarks, type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { isWholeWords, type NegatorTest, splitWords, type TextRange, type Word } from "../normalise/words.ts";
import { findFragments, findPreferringWords } from "./find-fragments.ts";
import { hasWeight, type QuoteTests } from "./quote-weight.ts";

/** Tier and place of a quote, in UTF-16 offsets of the content. No offsets if it was not found. */
export interface QuoteMatch {
  readonly tier: EvidenceTier;
  readonly start?: number;
  readonly end?: number;
}

const NOT_FOUND: QuoteMatch = { tier: "none" };
const SHORT_QUOTE_LENGTH = 8;
const QUOTATION_MARKS = /["']/;

/** A quote prepared for lookup in any number of messages. */
interface WantedQuote {
  readonly trimmed: string;
  /** `null` if only an exact match counts. */
  readonly readings: Readings | null;
  readonly isNegator: NegatorTest;
}

function wantedQuote(quote: string, isNegator: NegatorTest): WantedQuote {
  const trimmed = quote.trim();
  const isShort = trimmed.length < SHORT_QUOTE_LENGTH && !/\s/.test(trimmed);
  return { trimmed, readings: isShort ? null : readingsOf(trimmed), isNegator };
}

/** Normalised forms of a text for the ladder, each computed on first use. */
class Readings {
  readonly normalized: NormalizedText;
  #plain: NormalizedText | null = null;
  #words: readonly Word[] | null = null;
  #plainWords: readonly string[] | null = null;
  #vocabulary: ReadonlySet<string> | null = null;

  constructor(text: string) {
    this.normalized = normalizeText(text);
  }

  get plain(): NormalizedText {
    this.#plain ??= QUOTATION_MARKS.test(this.normalized.text)
      ? dropMarks(this.normalized, QUOTATION_MARKS)
      : this.normalized;
    return this.#plain;
  }

  get words(): readonly Word[] {
    this.#words ??= splitWords(this.normalized.text);
    return this.#words;
  }

  get plainWords(): readonly string[] {
    this.#plainWords ??= this.words.map(({ text }) => text.replaceAll("'", ""));
    return this.#plainWords;
  }

  get vocabulary(): ReadonlySet<string> {
    this.#vocabulary ??= new Set(this.plainWords);
    return this.#vocabulary;
  }
}

/** Messages of the conversations in progress. */
const REMEMBERED_TEXTS = 256;
const readings = new LruCache<Readings>(REMEMBERED_TEXTS);

function readingsOf(text: string): Readings {
  return readings.get(text, () => new Readings(text));
}

type Finder = (content: string, quote: WantedQuote) => TextRange | null;

const LADDER: readonly (readonly [EvidenceTier, Finder])[] = [
  ["exact", findExact],
  ["normalized", normalised((content, quote) => findContiguous(content.normalized, quote.normalized))],
  ["normalized", normalised((content, quote) => findContiguous(content.plain, quote.plain))],
  [
    "fragments",
    normalised(({ normalized }, quote, isNegator) =>
      spanIn(normalized, findFragments(normalized, quote.normalized.text, isNegator)),
    ),
  ],
  [
    "fragments",
    normalised(({ plain }, quote, isNegator) =>
      spanIn(plain, findFragments(plain, quote.plain.text, isNegator)),
    ),
  ],
  [
    "elided",
    normalised((content, quote, isNegator) =>
      spanIn(content.normalized, findElided(content, quote, isNegator)),
    ),
  ],
];

function findExact(content: string, { trimmed, readings: isLong }: WantedQuote): TextRange | null {
  if (trimmed === "") return null;
  return isLong === null ? findWholeWords(content, trimmed) : findPreferringWords(content, trimmed, 0);
}

/** Steps after the first; skipped for a quote of one short word. */
function normalised(
  find: (content: Readings, quote: Readings, isNegator: NegatorTest) => TextRange | null,
): Finder {
  return (content, { readings: quote, isNegator }) =>
    quote === null || quote.normalized.text === "" ? null : find(readingsOf(content), quote, isNegator);
}

/**
 * Looks a quote up with growing tolerance: exact; then ignoring case, quotes, dashes, white space and markdown; then in
 * fragments around ellipses; then with words left out. A very short quote must match exactly.
 * Searches only the given messages: in the named turn, or in any if `turn` is null. The best tier wins, then the
 * earliest message.
 */
export function locateQuote(input: {
  readonly quote: string;
  readonly turn: number | null;
  readonly messages: readonly TranscriptMessage[];
  readonly role?: Role;
  readonly isNegator: NegatorTest;
}): QuoteMatch & { readonly message: TranscriptMessage | null } {
  const wanted = wantedQuote(input.quote, input.isNegator);
  const messages = input.messages.filter(
    ({ turn, role }) =>
      (input.turn === null || turn === input.turn) && (input.role === undefined || role === input.role),
  );
  for (const [tier, find] of LADDER) {
    for (const message of messages) {
      const range = find(message.content, wanted);
      if (range !== null) return { tier, start: range.start, end: range.end, message };
    }
  }
  return { ...NOT_FOUND, message: null };
}

/** Turns a judge's quote into evidence. The speaker comes from the transcript, never from the judge. */
export function evidenceSpan(input: {
  readonly quote: string;
  readonly turn: number | null;
  readonly rationale: string;
  readonly messages: readonly TranscriptMessage[];
  /** Turn to report if the quote was not found and no turn was named. */
  readonly elseTurn: number;
  /** Role whose messages are searched first: if both said it, this role said it. */
  readonly first?: Role;
  readonly tests: QuoteTests;
}): EvidenceSpan {
  const { quote, rationale, first, tests } = input;
  const search = { ...input, isNegator: tests.isNegator };
  const own = first === undefined ? null : locateQuote({ ...search, role: first });
  const located = own === null || own.message === null ? locateQuote(search) : own;
  const stands = located.message !== null && hasWeight(quote, located.message.content, tests.isStopWord);
  const { message, tier, start, end } = stands ? located : { ...NOT_FOUND, message: null };
  return {
    role: message?.role ?? "assistant",
    turn: message?.turn ?? input.turn ?? input.elseTurn,
    quote,
    rationale,
    verification: {
      tier,
      ...(start === undefined ? {} : { start }),
      ...(end === undefined ? {} : { end }),
    },
  };
}

function findContiguous(content: NormalizedText, quote: NormalizedText): TextRange | null {
  return spanIn(content, findPreferringWords(content.text, quote.text, 0));
}

function spanIn(content: NormalizedText, range: TextRange | null): TextRange | null {
  return range === null ? null : originalSpan(content, range.start, range.end);
}

function findWholeWords(content: string, wanted: string): TextRange | null {
  for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) {
    if (isWholeWords(content, at, at + wanted.length)) return { start: at, end: at + wanted.length };
  }
  return null;
}

const SPAN_FACTOR = 2;
/** Two words with one left out between them are not a quotation. */
const FEWEST_WORDS_WITH_GAPS = 3;

/**
 * Finds all words of a quote in order within a short span of normalised text. The omitted words may not include a
 * negation, which would reverse the quote.
 */
function findElided(content: Readings, quote: Readings, isNegator: NegatorTest): TextRange | null {
  const wanted = quote.plainWords;
  if (wanted.length < 2 || wanted.some((word) => !content.vocabulary.has(word))) return null;
  const { words, plainWords } = content;
  const reach =
    wanted.length < FEWEST_WORDS_WITH_GAPS ? wanted.length : Math.floor(wanted.length * SPAN_FACTOR);
  let best: { readonly from: number; readonly to: number } | null = null;
  for (
    let from = plainWords.indexOf(wanted[0] ?? "");
    from >= 0;
    from = plainWords.indexOf(wanted[0] ?? "", from + 1)
  ) {
    const to = followInOrder({ words, plainWords, isNegator }, wanted, from, reach);
    if (to >= 0 && (best === null || to - from < best.to - best.from)) best = { from, to };
  }
  if (best === null) return null;
  return { start: words[best.from]?.start ?? 0, end: words[best.to]?.end ?? 0 };
}

/** Returns the index of the last wanted word, or -1. */
function followInOrder(
  text: {
    readonly words: readonly Word[];
    readonly plainWords: readonly string[];
    readonly isNegator: NegatorTest;
  },
  wanted: readonly string[],
  from: number,
  reach: number,
): number {
  const { words, plainWords, isNegator } = text;
  let next = 0;
  for (let at = from; at < Math.min(words.length, from + reach); at += 1) {
    if (plainWords[at] === wanted[next]) {
      next += 1;
      if (next === wanted.length) return at;
    } else if (isNegator(words[at]?.text ?? "")) return -1;
  }
  return -1;
}
