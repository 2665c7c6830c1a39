import type { NormalizedText } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { quotedRanges } from "../quotes/quoted-ranges.ts";

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

const PRONOUN = "(?:i|you|he|she|they|we|it|this|that|there)(?:'(?:m|ll|ve|d|s|re))?";
const SUBJECT = `(?:${PRONOUN}|my|your|his|her|their|our|the|mom|mum|dad)\\b`;
const INTERJECTION =
  "(?:no|nope|nah|yes|yeah|yep|oh|ok|okay|well|right|sure|look|listen|honestly|sorry|please|hey|not really|not at all|never mind|to be honest|don't worry|of course|absolutely)";

/** What parts two clauses. The marks of a sentence count too, for a range that holds several. */
const BREAK = new RegExp(
  [
    "[;()]|:(?= )|[.!?]+[\"')\\]]*(?= )",
    ",? (?:but|because|although|though|whereas|however|except)(?= )",
    `,? (?:and|or|so|then|when|whenever|while|until|unless|since|plus|yet|now)(?= (?:${SUBJECT}|what|how|why|who|where)\\b)`,
    `,(?= (?:${SUBJECT}|please|just|what|how|why|don't|and then|and so))`,
    `^${INTERJECTION},`,
  ].join("|"),
  "gu",
);
const LONG_DASH = /[\u2014\u2015]/u;

/** The clause of `sentence` that holds `hit`, both in the normalised text. */
function clauseRange(normalized: NormalizedText, sentence: TextRange, hit: TextRange): TextRange {
  let { start, end } = sentence;
  for (const match of withDashesMarked(normalized, sentence).matchAll(BREAK)) {
    const from = sentence.start + match.index;
    const to = from + match[0].length;
    if (to <= hit.start) start = to;
    else if (from >= hit.end) {
      end = from;
      break;
    }
  }
  return { start, end };
}

/** A dash that parts clauses reads as a semicolon, a hyphen as itself. */
function withDashesMarked(normalized: NormalizedText, range: TextRange): string {
  const { text } = normalized;
  return text.slice(range.start, range.end).replaceAll("-", (dash, offset: number) => {
    const index = range.start + offset;
    const spaced = text[index - 1] === " " && text[index + 1] === " ";
    const source = normalized.original.slice(normalized.starts[index], normalized.ends[index]);
    return spaced || source.length > 1 || LONG_DASH.test(source) ? ";" : dash;
  });
}
