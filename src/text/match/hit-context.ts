import type { ExceptionWords } from "../../schema/corpus/words.ts";
import type { NormalizedText } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { quotedRanges } from "../quotes/quoted-ranges.ts";
import { anyOf } from "./compile-pattern.ts";

/** Text that exceptions may read: the hit, its clause and its sentence. */
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
  /** Text between quotation marks anywhere in the message. */
  readonly quoted: () => readonly TextRange[];
}

/** Creates contexts of hits in one text; they share expensive results. */
export function hitContexts(
  normalized: NormalizedText,
  breaks: RegExp,
): (sentence: TextRange, hit: TextRange) => HitContext {
  let ranges: readonly TextRange[] | undefined;
  const quoted = () => {
    ranges ??= quotedRanges(normalized);
    return ranges;
  };
  return (sentence, hit) => ({ ...surroundings(normalized, breaks, sentence, hit), quoted });
}

function surroundings(
  normalized: NormalizedText,
  breaks: RegExp,
  sentence: TextRange,
  hit: TextRange,
): Omit<HitContext, "quoted"> {
  const { text } = normalized;
  const clause = clauseRange(normalized, breaks, sentence, hit);
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

/** Separators of two clauses. Sentence marks count too, for a range of several sentences. */
export function clauseBreaks(words: ExceptionWords["clauses"]): RegExp {
  const subject = `${anyOf(words.subjects)}\\b`;
  return new RegExp(
    [
      "[;()]|:(?= )|[.!?]+[\"')\\]]*(?= )",
      `,? ${anyOf(words.conjunctions)}(?= )`,
      `,? ${anyOf(words.conjunctions_before_subject)}(?= (?:${subject}|${anyOf(words.questions)})\\b)`,
      `,(?= (?:${subject}|${anyOf(words.after_comma)}))`,
      `^${anyOf(words.interjections)},`,
    ].join("|"),
    "gu",
  );
}
const LONG_DASH = /[\u2014\u2015]/u;

/** Returns the clause of `sentence` that contains `hit`, in normalised offsets. */
function clauseRange(
  normalized: NormalizedText,
  breaks: RegExp,
  sentence: TextRange,
  hit: TextRange,
): TextRange {
  let { start, end } = sentence;
  for (const match of withDashesMarked(normalized, sentence).matchAll(breaks)) {
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

/** Turns dashes that separate clauses into semicolons; hyphens stay. */
function withDashesMarked(normalized: NormalizedText, range: TextRange): string {
  const { text } = normalized;
  return text.slice(range.start, range.end).replaceAll("-", (dash, offset: number) => {
    const index = range.start + offset;
    const spaced = text[index - 1] === " " && text[index + 1] === " ";
    const source = normalized.original.slice(normalized.starts[index], normalized.ends[index]);
    return spaced || source.length > 1 || LONG_DASH.test(source) ? ";" : dash;
  });
}
