/** Whether words of a text are asserted, or only denied, asked or offered as one of two options. */
import type { ExceptionWords } from "../../schema/corpus/words.ts";
import type { NormalizedText } from "../normalise/normalize-text.ts";
import { Sentences } from "../normalise/sentences.ts";
import type { TextRange } from "../normalise/words.ts";
import { anyOf } from "./compile-pattern.ts";
import { clauseBreaks, type HitContext, hitContexts } from "./hit-context.ts";
import { createBuiltInRules } from "./lexicon-exceptions.ts";

export type Doubt = "denied" | "asked" | "either_or";

/** Checks one range of a normalised text; `null` if the words are asserted. */
export type DoubtFinder = (normalized: NormalizedText) => (hit: TextRange) => Doubt | null;

export function createDoubtFinder(words: ExceptionWords): DoubtFinder {
  const { negation, question } = createBuiltInRules(words);
  const breaks = clauseBreaks(words.clauses);
  const { doubts } = words;
  const saidAllTheSame = doubts && new RegExp(`\\b${anyOf(doubts.said_all_the_same)}\\b`, "gu");
  const isEitherOr = doubts && createEitherOrTest(doubts, words.subjects);
  return (normalized) => {
    const sentences = new Sentences(normalized);
    const contextOf = hitContexts(normalized, breaks);
    return (hit) => {
      const context = contextOf(sentences.around(hit.start, hit.end), hit);
      const clauseBefore =
        saidAllTheSame === undefined
          ? context.clauseBefore
          : context.clauseBefore.replaceAll(saidAllTheSame, "");
      if (negation({ ...context, clauseBefore })) return "denied";
      if (question(context)) return "asked";
      return isEitherOr?.(context) ? "either_or" : null;
    };
  };
}

/** Detects "Either HIT or that" and "either this or HIT": the hit is one of two options. */
function createEitherOrTest(
  doubts: NonNullable<ExceptionWords["doubts"]>,
  subjects: ExceptionWords["subjects"],
): (context: HitContext) => boolean {
  const determiner = `(?:${anyOf([...subjects.articles, ...subjects.possessives])} )?`;
  const either = anyOf(doubts.either);
  const or = anyOf(doubts.or);
  const opensFirst = new RegExp(`\\b${either} ${determiner}$`, "u");
  const opensSecond = new RegExp(`\\b${either} .*\\b${or} ${determiner}$`, "u");
  const goesOn = new RegExp(`\\b${or}\\b`, "u");
  return ({ sentenceBefore, sentenceAfter }) =>
    opensSecond.test(sentenceBefore) || (opensFirst.test(sentenceBefore) && goesOn.test(sentenceAfter));
}
