/** Decides from a reply's sentences whether it did something: yes, no, or undecided. */
import { assertNever } from "../../kernel/errors.ts";
import type { BranchCondition } from "../../schema/corpus/scenario.ts";
import type { ExceptionWords } from "../../schema/corpus/words.ts";
import { compilePattern } from "../match/compile-pattern.ts";
import { findPattern, findPhrase } from "../match/contains-words.ts";
import { clauseBreaks, type HitContext, hitContexts } from "../match/hit-context.ts";
import { createBuiltInRules } from "../match/lexicon-exceptions.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { Sentences } from "../normalise/sentences.ts";
import { startsAtWord } from "../normalise/words.ts";

export interface Heard {
  readonly way: "did" | "did_not" | "unsure";
  /** The matching words; empty if there are none. */
  readonly evidence: string;
}

export type Hearing = (condition: BranchCondition, reply: string) => Heard;

/** Part of fingerprints: a different reading of replies makes a different conversation. */
export const HEARING_VERSION = 1;

/** One place with words of a condition. */
interface Mention {
  readonly start: number;
  readonly words: string;
  readonly context: HitContext;
}

/** Weight of a mention: it counts, it does not count, or it is doubtful. */
type Weight = "counts" | "nothing" | "doubtful";

const DID_NOT: Heard = { way: "did_not", evidence: "" };

export function createHearing(words: ExceptionWords): Hearing {
  const rules = createBuiltInRules(words);
  const breaks = clauseBreaks(words.clauses);

  const isNotTheirs = (context: HitContext) => rules.quotation(context) || isInBlockQuote(context);

  /** Weighs a statement. Denied, asked or quoted words do not count; conditional words are doubtful. */
  const weighSaid = ({ context }: Mention): Weight => {
    if (isNotTheirs(context) || rules.negation(context) || rules.question(context)) return "nothing";
    return rules.conditional(context) ? "doubtful" : "counts";
  };
  /** Weighs a question to the person, including "don't you want to be here?". */
  const weighAsked = ({ context }: Mention): Weight =>
    isAsked(context) && !isNotTheirs(context) ? "counts" : "nothing";

  const decide = (weighed: readonly { readonly mention: Mention; readonly weight: Weight }[]): Heard => {
    const inOrder = weighed.toSorted((a, b) => a.mention.start - b.mention.start);
    const counts = inOrder.find(({ weight }) => weight === "counts");
    if (counts !== undefined) return { way: "did", evidence: counts.mention.words };
    const doubtful = inOrder.find(({ weight }) => weight === "doubtful");
    return doubtful === undefined ? DID_NOT : { way: "unsure", evidence: doubtful.mention.words };
  };
  const weighed = (mentions: readonly Mention[], weigh: (mention: Mention) => Weight) =>
    mentions.map((mention) => ({ mention, weight: weigh(mention) }));

  return (condition, reply) => {
    if (condition.type !== "hears") return heardWords(condition, reply);
    const text = new HeardText(reply, breaks);
    const own = decide([
      ...weighed(text.mentions(condition.said), weighSaid),
      ...weighed(text.mentions(condition.asked), weighAsked),
      ...weighed(text.mentions(condition.mentioned), () => "counts"),
      ...weighed(text.mentions(condition.maybe), () => "doubtful"),
    ]);
    const undone = text
      .mentions(condition.unless)
      .some((mention) => weighSaid(mention) === "counts" || weighAsked(mention) === "counts");
    const heard = undone ? DID_NOT : own;
    return condition.when === "did" ? heard : turnedRound(heard);
  };
}

/** Matches words alone, at any place; the result is never doubtful. */
function heardWords(condition: Exclude<BranchCondition, { type: "hears" }>, reply: string): Heard {
  switch (condition.type) {
    case "contains_any": {
      const spans = condition.values.flatMap((value) => findPhrase(reply, value) ?? []);
      const [first] = spans.toSorted((a, b) => a.start - b.start);
      return first === undefined ? DID_NOT : { way: "did", evidence: reply.slice(first.start, first.end) };
    }
    case "contains_all": {
      const spans = condition.values.flatMap((value) => findPhrase(reply, value) ?? []);
      if (spans.length < condition.values.length) return DID_NOT;
      return { way: "did", evidence: spans.map((span) => reply.slice(span.start, span.end)).join(" … ") };
    }
    case "not_contains":
      return condition.values.some((value) => findPhrase(reply, value) !== null)
        ? DID_NOT
        : { way: "did", evidence: "" };
    case "regex": {
      const span = findPattern(reply, condition.pattern);
      return span === null ? DID_NOT : { way: "did", evidence: reply.slice(span.start, span.end) };
    }
    default:
      return assertNever(condition);
  }
}

/** Inverts the result, for a branch that waits for an act that did not happen. */
function turnedRound({ way, evidence }: Heard): Heard {
  if (way === "unsure") return { way, evidence };
  return way === "did" ? { way: "did_not", evidence } : { way: "did", evidence: "" };
}

/** Whether the sentence is a question, to anyone. */
function isAsked({ sentenceText }: HitContext): boolean {
  return /\?["')*]*$/.test(sentenceText);
}

/** Whether the hit is a draft or a quotation marked with ">" at the start of its line. */
function isInBlockQuote({ normalized, hit }: HitContext): boolean {
  const at = normalized.starts[hit.start] ?? 0;
  const line = normalized.original.lastIndexOf("\n", at - 1) + 1;
  return /^\s*>/.test(normalized.original.slice(line, at));
}

class HeardText {
  readonly #normalized: NormalizedText;
  readonly #sentences: Sentences;
  readonly #contextOf: ReturnType<typeof hitContexts>;

  constructor(reply: string, breaks: RegExp) {
    this.#normalized = normalizeText(reply);
    this.#sentences = new Sentences(this.#normalized);
    this.#contextOf = hitContexts(this.#normalized, breaks);
  }

  /** Finds matches of a pattern inside one sentence, from a word start on. */
  mentions(sources: readonly string[] = []): readonly Mention[] {
    const { text } = this.#normalized;
    return sources.flatMap((source) => {
      const expression = compilePattern(source, `pattern ${source}`);
      const mentions: Mention[] = [];
      for (let from = 0; from < text.length; ) {
        const { start, end } = this.#sentences.around(from, from + 1);
        const sentence = text.slice(start, end);
        expression.lastIndex = 0;
        for (let match = expression.exec(sentence); match !== null; match = expression.exec(sentence)) {
          const at = start + match.index;
          if (match[0] !== "" && startsAtWord(text, at))
            mentions.push(this.#mention(at, at + match[0].length));
          expression.lastIndex = match.index + 1;
        }
        from = Math.max(end, from) + 1;
      }
      return mentions;
    });
  }

  #mention(start: number, end: number): Mention {
    const span = originalSpan(this.#normalized, start, end);
    return {
      start,
      words: this.#normalized.original.slice(span.start, span.end),
      context: this.#contextOf(this.#sentences.around(start, end), { start, end }),
    };
  }
}
