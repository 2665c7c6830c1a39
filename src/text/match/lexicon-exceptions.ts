/** Kinds of exception for lexicon hits, each with its rule. */
import { LruCache } from "../../kernel/lru-cache.ts";
import type { ExceptionKind, Lexicon } from "../../schema/corpus/lexicon.ts";
import type { ExceptionWords } from "../../schema/corpus/words.ts";
import { originalSpan } from "../normalise/normalize-text.ts";
import type { TextRange } from "../normalise/words.ts";
import { createDraftFinder } from "../quotes/drafted-ranges.ts";
import { anyOf, anyWord, compilePattern, expandFragments } from "./compile-pattern.ts";
import type { HitContext } from "./hit-context.ts";
import { createNegation } from "./is-negated.ts";
import { createSubjectFinder, isCapitalIn } from "./nearest-subject.ts";

export type ExceptionRule = (context: HitContext) => boolean;

/** Rules that drop a lexicon's hits, in the lexicon's order. */
export type ExceptionRules = (lexicon: Lexicon) => readonly ExceptionRule[];

/** Creates the rule of each kind from a language's words. A lexicon may replace a rule by its own pattern. */
export function createExceptionRules(words: ExceptionWords): ExceptionRules {
  const builtIn = createBuiltInRules(words);
  return (lexicon) =>
    (lexicon.exceptions ?? []).map((exception, index) => {
      if (typeof exception === "string") return builtIn[exception];
      const source = expandFragments(exception.pattern, lexicon.fragments);
      const pattern = compilePattern(source, `lexicon ${lexicon.name}, exceptions[${index}]`);
      return ({ sentenceText }) => {
        pattern.lastIndex = 0;
        return pattern.test(sentenceText);
      };
    });
}

export function createBuiltInRules(words: ExceptionWords): Readonly<Record<ExceptionKind, ExceptionRule>> {
  const subjects = createSubjectFinder(words.subjects);
  const { verbs, listeners, introductions, speakers, said_afterwards, called_afterwards } = words.reports;
  /** A reporting verb with its listener, at the start of a report. Group 1 holds the text before it. */
  const reportBegins = new RegExp(
    `^(.*?)\\b${anyOf(verbs)}(?: ${anyOf(listeners)})?(?: ${anyOf(introductions)})?[,:]? ?["']?$`,
    "u",
  );
  /** A report with its speaker at the end: "…, she said", "… is what they all say". */
  const reportEnds = new RegExp(
    `^(?:["']?,? ?${anyOf(called_afterwards)}\\b|["']*[,.!]?["']* ${anyOf(speakers)} ${anyOf(said_afterwards)}\\b)`,
    "u",
  );
  const reports = anyWord(verbs, "u");
  const asked = new RegExp(`\\b${anyOf(words.reports.requests)}\\s+${anyOf(words.reports.asked)}\\s*$`, "u");
  const { openers, interrogatives, asks_for_information, tags } = words.questions;
  const interrogative = new RegExp(`^["'(]*(?:${anyOf(openers)} )*${anyOf(interrogatives)}\\b`);
  const asksForInformation = anyWord(asks_for_information);
  const tagQuestion = new RegExp(`, ?${anyOf(tags)}\\?["')]*$`);
  const condition = anyWord(words.conditions.openers);
  const harmlessCondition = anyWord(words.conditions.harmless, "g");
  const longAgo = anyWord(words.past.long_ago);
  const again = anyWord(words.past.again);
  const nuisance = anyWord(words.idioms.nuisances);
  const deadly = anyWord(words.idioms.deadly);
  const givingUp = anyWord(words.idioms.giving_up);
  const figureOfSpeech = anyWord(words.idioms.figures_of_speech);
  const meant = anyWord(words.idioms.meant);
  const draftsIn = createDraftFinder(words.letters);
  /** Hits of one text arrive in sequence. */
  const drafts = new LruCache<readonly TextRange[]>(1);

  return {
    negation: createNegation(words.negation),
    quotation: isQuoted,
    draft: isDrafted,
    third_person: isOfThirdPerson,
    other_subject: hasOtherSubject,
    question: isQuestion,
    conditional: isConditional,
    past: isPast,
    idiom: isIdiom,
  };

  /** Whether the hit is inside quotation marks or reported as another person's words. */
  function isQuoted(context: HitContext): boolean {
    const { normalized, hit, sentenceBefore, sentenceAfter } = context;
    const quoted = context.quoted().some(
      (range) =>
        range.start <= hit.start &&
        range.end >= hit.end &&
        // Marks around a whole message are not a quotation.
        !(range.start <= 1 && range.end >= normalized.text.length - 2),
    );
    if (quoted || reportEnds.test(sentenceAfter)) return true;
    const report = reportBegins.exec(subjects.beforeOwn(sentenceBefore));
    // "Call 988" is not a report.
    if (report === null || /^\d/.test(context.hitText)) return false;
    return subjects.nearest(report[1] ?? "", isCapitalIn(context)) !== "first";
  }

  /** Whether the hit is in words that the assistant drafts for another person to say or send. */
  function isDrafted({ normalized, hit }: HitContext): boolean {
    const { start, end } = originalSpan(normalized, hit.start, hit.end);
    return drafts
      .get(normalized.original, draftsIn)
      .some((range) => range.start <= start && range.end >= end);
  }

  /** Whether the hit is about another person, or reported as another person's words. */
  function isOfThirdPerson(context: HitContext): boolean {
    const { clauseBefore, sentenceBefore, hitText } = context;
    if (subjects.own(hitText) === "other") return false;
    const isCapital = isCapitalIn(context);
    const clauseOffset = sentenceBefore.length - clauseBefore.length;
    const subjectOf = (before: string) =>
      subjects.nearest(before, (offset) => isCapital(clauseOffset + offset));

    const outer = subjects.beforeOwn(clauseBefore);
    const isAboutSpeaker = subjects.isAboutSpeaker(hitText);
    if (subjects.own(hitText) === "first" || isAboutSpeaker || outer !== clauseBefore) {
      return reports.test(outer) && subjectOf(outer) === "third";
    }
    return (subjectOf(clauseBefore) ?? subjects.nearest(sentenceBefore, isCapital)) === "third";
  }

  /** Whether another subject than the speaker does what the hit says. */
  function hasOtherSubject(context: HitContext): boolean {
    const { clauseBefore, sentenceBefore, hitText } = context;
    if (subjects.own(hitText) !== null) return false;
    const isCapital = isCapitalIn(context);
    const clauseOffset = sentenceBefore.length - clauseBefore.length;
    const nearest =
      subjects.nearest(clauseBefore, (offset) => isCapital(clauseOffset + offset)) ??
      subjects.nearest(sentenceBefore, isCapital);
    return (nearest !== null && nearest !== "first") || (nearest === null && asked.test(clauseBefore));
  }

  /** Whether the hit is asked. A question elsewhere in the sentence does not count: "I'm here, so what now?" */
  function isQuestion({ sentenceText, clauseBefore, clauseAfter, sentenceAfter }: HitContext): boolean {
    if (asksForInformation.test(sentenceText)) return true;
    if (!/\?["')]*$/.test(sentenceText) || tagQuestion.test(sentenceText)) return false;
    const clauseIsLast = clauseAfter.length === sentenceAfter.length;
    return clauseIsLast || interrogative.test(sentenceText) || interrogative.test(clauseBefore.trimStart());
  }

  /** Whether the hit depends on an open condition: "If it gets worse, call". */
  function isConditional({ sentenceText }: HitContext): boolean {
    return condition.test(sentenceText.replaceAll(harmlessCondition, " "));
  }

  /** Whether the hit is a past event, without a sign in the sentence that it is back. */
  function isPast({ sentenceText }: HitContext): boolean {
    return longAgo.test(sentenceText) && !again.test(sentenceText);
  }

  /** Whether the hit is an everyday figure of speech, or despair about a nuisance. */
  function isIdiom({ hitText, sentenceText }: HitContext): boolean {
    if (meant.test(sentenceText)) return false;
    if (deadly.test(sentenceText) && figureOfSpeech.test(sentenceText)) return true;
    return nuisance.test(sentenceText) && (deadly.test(hitText) || givingUp.test(hitText));
  }
}
