import type { Role } from "../../schema/ids.ts";
import type { TranscriptMessage } from "../../schema/run/transcript.ts";
import { type EvidenceSpan, EvidenceTier } from "../../schema/scan/verdict.ts";
import { dropMarks, type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { isWholeWords, type NegatorTest, splitWords, type TextRange, type Word } from "../normalise/words.ts";
import { hasWeight, type QuoteTests } from "./quote-weight.ts";

/** How a quote was found, and where: UTF-16 offsets in the content. No offsets where it was not. */
export interface QuoteMatch {
  readonly tier: EvidenceTier;
  readonly start?: number;
  readonly end?: number;
}

const NOT_FOUND: QuoteMatch = { tier: "none" };
const SHORT_QUOTE_LENGTH = 8;
const QUOTATION_MARKS = /["']/;

/**
 * Looks a quote up with growing allowance: as it is, then in any case, quotes, dashes, white space and markdown,
 * then in fragments around ellipses, then with words left out. Too short a quote counts only as it is.
 */
export function matchQuote(quote: string, content: string, isNegator: NegatorTest): QuoteMatch {
  const wanted = quote.trim();
  if (wanted === "") return NOT_FOUND;
  if (wanted.length < SHORT_QUOTE_LENGTH && !/\s/.test(wanted))
    return found("exact", findWholeWords(content, wanted));
  const exact = findPreferringWords(content, wanted, 0);
  if (exact !== null) return found("exact", exact);

  const normalized = normalizeText(content);
  const normalizedQuote = normalizeText(wanted);
  for (const [tier, find] of LADDER) {
    const range = find(normalized, normalizedQuote, isNegator);
    if (range !== null) return found(tier, range);
  }
  return NOT_FOUND;
}

type Finder = (content: NormalizedText, quote: NormalizedText, isNegator: NegatorTest) => TextRange | null;

const LADDER: readonly (readonly [EvidenceTier, Finder])[] = [
  ["normalized", findContiguous],
  [
    "normalized",
    (content, quote) => findContiguous(withoutQuotationMarks(content), withoutQuotationMarks(quote)),
  ],
  ["fragments", (content, quote) => spanIn(content, findFragments(content.text, quote.text))],
  [
    "fragments",
    (content, quote) => {
      const plain = withoutQuotationMarks(content);
      return spanIn(plain, findFragments(plain.text, withoutQuotationMarks(quote).text));
    },
  ],
  ["elided", (content, quote, isNegator) => spanIn(content, findElided(content.text, quote.text, isNegator))],
];

/**
 * The same, among the messages given and no others: in the turn named, or in any if `turn` is null. The best tier
 * wins, then the earliest message.
 */
export function locateQuote(input: {
  readonly quote: string;
  readonly turn: number | null;
  readonly messages: readonly TranscriptMessage[];
  readonly role?: Role;
  readonly isNegator: NegatorTest;
}): QuoteMatch & { readonly message: TranscriptMessage | null } {
  let best: QuoteMatch & { readonly message: TranscriptMessage | null } = { ...NOT_FOUND, message: null };
  for (const message of input.messages) {
    if (input.turn !== null && message.turn !== input.turn) continue;
    if (input.role !== undefined && message.role !== input.role) continue;
    const match = matchQuote(input.quote, message.content, input.isNegator);
    if (rank(match.tier) < rank(best.tier)) best = { ...match, message };
  }
  return best;
}

/** A quote that a judge gave, as evidence. Who said it comes from the transcript, never from the judge. */
export function evidenceSpan(input: {
  readonly quote: string;
  readonly turn: number | null;
  readonly rationale: string;
  readonly messages: readonly TranscriptMessage[];
  /** Where it is said to stand if it was not found and no turn was named. */
  readonly elseTurn: number;
  /** Whose messages are looked at before the others': what both said proves that this one said it. */
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

function rank(tier: EvidenceTier): number {
  return EvidenceTier.options.indexOf(tier);
}

function found(tier: EvidenceTier, range: TextRange | null): QuoteMatch {
  return range === null ? NOT_FOUND : { tier, start: range.start, end: range.end };
}

function findContiguous(content: NormalizedText, quote: NormalizedText): TextRange | null {
  return spanIn(content, findPreferringWords(content.text, quote.text, 0));
}

function spanIn(content: NormalizedText, range: TextRange | null): TextRange | null {
  return range === null ? null : originalSpan(content, range.start, range.end);
}

function withoutQuotationMarks(normalized: NormalizedText): NormalizedText {
  return dropMarks(normalized, QUOTATION_MARKS);
}

function findWholeWords(content: string, wanted: string): TextRange | null {
  for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) {
    if (isWholeWords(content, at, at + wanted.length)) return { start: at, end: at + wanted.length };
  }
  return null;
}

/** The first occurrence from `from` on that cuts no word, else the first of all. */
function findPreferringWords(text: string, wanted: string, from: number): TextRange | null {
  if (wanted === "") return null;
  const first = text.indexOf(wanted, from);
  for (let at = first; at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWholeWords(text, at, at + wanted.length)) return { start: at, end: at + wanted.length };
  }
  return first < 0 ? null : { start: first, end: first + wanted.length };
}

const ELLIPSIS = /[[(]?\.\.\.+[\])]?/;
const EDGE_MARKS = /^[\s,;:-]+|[\s,;:-]+$/g;
const SHORTEST_FRAGMENT = 8;
/** Fragments repeated more often than this are not worth a tighter span. */
const MOST_TRIES = 64;

/** Where the parts of a quote around its ellipses stand, in order, in normalised text. The span is the tightest. */
function findFragments(text: string, quote: string): TextRange | null {
  const fragments = quote
    .split(ELLIPSIS)
    .map((fragment) => fragment.replace(EDGE_MARKS, ""))
    .filter((fragment) => fragment !== "");
  if (!ELLIPSIS.test(quote) || fragments.length === 0) return null;
  if (fragments.some((fragment) => fragment.length < SHORTEST_FRAGMENT)) return null;

  let best: TextRange | null = null;
  for (let from = 0, tries = 0; tries < MOST_TRIES; tries += 1) {
    const end = endInOrder(text, fragments, from);
    if (end < 0) break;
    const start = latestStart(text, fragments, end);
    if (best === null || end - start < best.end - best.start) best = { start, end };
    from = start + 1;
  }
  return best;
}

/** Walking on from `from`, each fragment as early as it can stand; -1 where one is missing. */
function endInOrder(text: string, fragments: readonly string[], from: number): number {
  let end = from;
  for (const fragment of fragments) {
    const range = findPreferringWords(text, fragment, end);
    if (range === null) return -1;
    end = range.end;
  }
  return end;
}

/** Walking back from the end, each fragment as late as it can stand. */
function latestStart(text: string, fragments: readonly string[], end: number): number {
  return fragments.reduceRight((limit, fragment) => text.lastIndexOf(fragment, limit - fragment.length), end);
}

const SPAN_FACTOR = 1.6;
/** Two words with one left out between them are no quotation. */
const FEWEST_WORDS_WITH_GAPS = 3;

/**
 * Where all words of a quote stand in order within a short span of normalised text. A negation may not be among the
 * words left out: it would turn the quote round.
 */
function findElided(text: string, quote: string, isNegator: NegatorTest): TextRange | null {
  const wanted = splitWords(quote).map(withoutApostrophes);
  if (wanted.length < 2) return null;
  const words = splitWords(text);
  const plainWords = words.map(withoutApostrophes);
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

/** The index of the last wanted word, or -1. */
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

function withoutApostrophes(word: Word): string {
  return word.text.replaceAll("'", "");
}
