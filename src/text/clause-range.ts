import type { NormalizedText } from "./normalize-text.ts";
import type { TextRange } from "./text-range.ts";

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
export function clauseRange(normalized: NormalizedText, sentence: TextRange, hit: TextRange): TextRange {
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
