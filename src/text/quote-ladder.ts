import type { Role } from "../schema/ids.ts";
import type { TranscriptMessage } from "../schema/transcript.ts";
import { EvidenceTier } from "../schema/verdict.ts";
import { findElided } from "./find-elided.ts";
import { findFragments } from "./find-fragments.ts";
import { findPreferringWords } from "./find-preferring-words.ts";
import { dropMarks, type NormalizedText, normalizeText, originalSpan } from "./normalize-text.ts";
import type { TextRange } from "./text-range.ts";
import { isWholeWords } from "./word-boundary.ts";

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
export function matchQuote(quote: string, content: string): QuoteMatch {
  const wanted = quote.trim();
  if (wanted === "") return NOT_FOUND;
  if (wanted.length < SHORT_QUOTE_LENGTH && !/\s/.test(wanted))
    return found("exact", findWholeWords(content, wanted));
  const exact = findPreferringWords(content, wanted, 0);
  if (exact !== null) return found("exact", exact);

  const normalized = normalizeText(content);
  const normalizedQuote = normalizeText(wanted);
  for (const [tier, find] of LADDER) {
    const range = find(normalized, normalizedQuote);
    if (range !== null) return found(tier, range);
  }
  return NOT_FOUND;
}

type Finder = (content: NormalizedText, quote: NormalizedText) => TextRange | null;

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
  ["elided", (content, quote) => spanIn(content, findElided(content.text, quote.text))],
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
}): QuoteMatch & { readonly message: TranscriptMessage | null } {
  let best: QuoteMatch & { readonly message: TranscriptMessage | null } = { ...NOT_FOUND, message: null };
  for (const message of input.messages) {
    if (input.turn !== null && message.turn !== input.turn) continue;
    if (input.role !== undefined && message.role !== input.role) continue;
    const match = matchQuote(input.quote, message.content);
    if (rank(match.tier) < rank(best.tier)) best = { ...match, message };
  }
  return best;
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
