import type { ExceptionKind, Lexicon } from "../schema/lexicon.ts";
import { compilePattern } from "./compile-pattern.ts";
import { hasOtherSubject } from "./exceptions/has-other-subject.ts";
import type { HitContext } from "./exceptions/hit-context.ts";
import { isIdiom } from "./exceptions/is-idiom.ts";
import { isNegated } from "./exceptions/is-negated.ts";
import { isOfThirdPerson } from "./exceptions/is-of-third-person.ts";
import { isPast } from "./exceptions/is-past.ts";
import { isQuestion } from "./exceptions/is-question.ts";
import { isQuoted } from "./exceptions/is-quoted.ts";
import { expandFragments } from "./expand-fragments.ts";

type ExceptionRule = (context: HitContext) => boolean;

const BUILT_IN: Readonly<Record<ExceptionKind, ExceptionRule>> = {
  negation: isNegated,
  quotation: isQuoted,
  third_person: isOfThirdPerson,
  other_subject: hasOtherSubject,
  question: isQuestion,
  past: isPast,
  idiom: isIdiom,
};

/** The rules that drop a lexicon's hits, in the order it names them. */
export function exceptionRules(lexicon: Lexicon): readonly ExceptionRule[] {
  return (lexicon.exceptions ?? []).map((exception, index) => {
    if (typeof exception === "string") return BUILT_IN[exception];
    const source = expandFragments(exception.pattern, lexicon.fragments);
    const pattern = compilePattern(source, `lexicon ${lexicon.name}, exceptions[${index}]`);
    return ({ sentenceText }) => {
      pattern.lastIndex = 0;
      return pattern.test(sentenceText);
    };
  });
}
