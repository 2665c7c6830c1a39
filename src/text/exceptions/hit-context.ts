import { clauseRange } from "../clause-range.ts";
import type { NormalizedText } from "../normalize-text.ts";
import { quotedRanges } from "../quoted-ranges.ts";
import type { TextRange } from "../text-range.ts";

/** What an exception may look at: the hit, and what stands around it in its clause and its sentence. */
export interface HitContext {
  readonly normalized: NormalizedText;
  readonly hit: TextRange;
  readonly sentence: TextRange;
  readonly hitText: string;
  readonly clauseBefore: string;
  readonly clauseAfter: string;
  readonly sentenceText: string;
  readonly sentenceBefore: string;
  readonly sentenceAfter: string;
  /** What stands between quotation marks anywhere in the text. */
  readonly quoted: () => readonly TextRange[];
}

/** The contexts of hits in one text, which share what is costly to find. */
export function hitContexts(normalized: NormalizedText): (sentence: TextRange, hit: TextRange) => HitContext {
  let ranges: readonly TextRange[] | undefined;
  const quoted = () => {
    ranges ??= quotedRanges(normalized);
    return ranges;
  };
  return (sentence, hit) => ({ ...surroundings(normalized, sentence, hit), quoted });
}

function surroundings(
  normalized: NormalizedText,
  sentence: TextRange,
  hit: TextRange,
): Omit<HitContext, "quoted"> {
  const { text } = normalized;
  const clause = clauseRange(normalized, sentence, hit);
  return {
    normalized,
    hit,
    sentence,
    hitText: text.slice(hit.start, hit.end),
    clauseBefore: text.slice(clause.start, hit.start),
    clauseAfter: text.slice(hit.end, clause.end),
    sentenceText: text.slice(sentence.start, sentence.end),
    sentenceBefore: text.slice(sentence.start, hit.start),
    sentenceAfter: text.slice(hit.end, sentence.end),
  };
}
