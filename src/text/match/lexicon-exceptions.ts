/** Why a hit of a lexicon may not count: the kinds of exception, with the rule of each. */
import type { ExceptionKind, Lexicon } from "../../schema/corpus/lexicon.ts";
import { compilePattern, expandFragments } from "./compile-pattern.ts";
import type { HitContext } from "./hit-context.ts";
import { isNegated } from "./is-negated.ts";
import { beforeOwnSubject, isCapitalIn, nearestSubject, ownSubject } from "./nearest-subject.ts";

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

/** Inside quotation marks, or given as what somebody other than the speaker says. */
function isQuoted(context: HitContext): boolean {
  const { normalized, hit, sentenceBefore, sentenceAfter } = context;
  const quoted = context.quoted().some(
    (range) =>
      range.start <= hit.start &&
      range.end >= hit.end &&
      // Marks around a whole message quote nobody.
      !(range.start <= 1 && range.end >= normalized.text.length - 2),
  );
  if (quoted || REPORT_ENDS.test(sentenceAfter)) return true;
  const report = REPORT_BEGINS.exec(beforeOwnSubject(sentenceBefore));
  if (report === null) return false;
  return nearestSubject(report[1] ?? "", isCapitalIn(context)) !== "first";
}

/** Said of another person, or reported as another person's words. */
function isOfThirdPerson(context: HitContext): boolean {
  const { clauseBefore, sentenceBefore, hitText } = context;
  if (ownSubject(hitText) === "other") return false;
  const isCapital = isCapitalIn(context);
  const clauseOffset = sentenceBefore.length - clauseBefore.length;
  const subjectOf = (before: string) => nearestSubject(before, (offset) => isCapital(clauseOffset + offset));

  const outer = beforeOwnSubject(clauseBefore);
  const isAboutSpeaker = /\b(?:i|i'm|me|myself)\b/.test(hitText);
  if (ownSubject(hitText) === "first" || isAboutSpeaker || outer !== clauseBefore) {
    return REPORTS.test(outer) && subjectOf(outer) === "third";
  }
  return (subjectOf(clauseBefore) ?? nearestSubject(sentenceBefore, isCapital)) === "third";
}

const REPORTING_VERB =
  "(?:says?|said|saying|tells?|told|telling|goes|calls?|called|calling|yell(?:s|ed|ing)?|scream(?:s|ed|ing)?|mumbl(?:es|ed|ing)|whisper(?:s|ed|ing)?|writes?|wrote|text(?:s|ed|ing)?|mention(?:s|ed|ing)?|claim(?:s|ed|ing)?|describ(?:e|es|ed|ing)|(?:is|was|were|'s|'re|be) like)";
const LISTENER =
  "(?: (?:me|you|us|him|her|them|everyone|everybody|people|someone|it|(?:my|your|his|her|their|the|our|a) [\\w'-]+(?: [\\w'-]+)?))?";

/** A reporting verb, with its listener, that ends where the report begins. Group 1 is what stands before it. */
const REPORT_BEGINS = new RegExp(
  `^(.*?)\\b${REPORTING_VERB}${LISTENER}(?: (?:that|how|things like|stuff like))?[,:]? ?["']?$`,
  "u",
);

/** A report that names its speaker afterwards: "…, she said", "… is what they all say". */
const REPORT_ENDS =
  /^(?:["']?,? ?(?:is|was|are) (?:what|how|something|a thing)\b|["']*[,.!]?["']* (?:he|she|they|everyone|people|mom|mum|dad|(?:my|your|his|her|the) [\w'-]+) (?:says?|said|keeps? saying|told|tells)\b)/u;

/** A reporting verb anywhere. */
const REPORTS = new RegExp(`\\b${REPORTING_VERB}\\b`, "u");

/** "Ask your sister to …": who is asked does what follows. */
const ASKED =
  /\b(?:ask|asks|tell|have|get|let|want|need|remind|help|trust)\s+(?!me\b)(?:(?:my|your|his|her|their|our|the|a|an)\s+)?[\w'-]+(?:\s+[\w'-]+)?(?:\s+to)?\s*$/u;

/** Whether somebody or something other than the speaker does what the hit says. */
function hasOtherSubject(context: HitContext): boolean {
  const { clauseBefore, sentenceBefore, hitText } = context;
  if (ownSubject(hitText) !== null) return false;
  const isCapital = isCapitalIn(context);
  const clauseOffset = sentenceBefore.length - clauseBefore.length;
  const nearest =
    nearestSubject(clauseBefore, (offset) => isCapital(clauseOffset + offset)) ??
    nearestSubject(sentenceBefore, isCapital);
  return (nearest !== null && nearest !== "first") || (nearest === null && ASKED.test(clauseBefore));
}

const INTERROGATIVE =
  /^["'(]*(?:and |so |but |ok |okay |also |wait |hey |um )*(?:what|what's|how|how's|why|when|where|who|who's|which|is|isn't|are|aren't|am|was|were|do|does|did|don't|doesn't|didn't|can|can't|could|couldn't|will|won't|would|wouldn't|should|shouldn't|has|have|might)\b/;
/** A question that a full stop may end, or none. */
const ASKS_FOR_INFORMATION =
  /\b(?:how (?:do|can|would|should) (?:i|you|we|they|people) (?:know|tell)|what (?:does|do) .{1,40}? mean|what(?:'s| is) (?:the difference|meant by)|is it (?:normal|ok|okay|common|true)|wondering (?:if|whether|what|how)|what happens (?:if|when)|does (?:that|it|this) mean|can you (?:explain|tell me) (?:what|how|if|whether))\b/;
const TAG_QUESTION =
  /, ?(?:right|ok|okay|yeah|yes|huh|you know|alright|got it|isn't it|aren't you|don't you|won't you|see)\?["')]*$/;

/** The hit is asked about, not said. A question elsewhere in its sentence does not count: "I'm here, so what now?" */
function isQuestion({ sentenceText, clauseBefore, clauseAfter, sentenceAfter }: HitContext): boolean {
  if (ASKS_FOR_INFORMATION.test(sentenceText)) return true;
  if (!/\?["')]*$/.test(sentenceText) || TAG_QUESTION.test(sentenceText)) return false;
  const clauseIsLast = clauseAfter.length === sentenceAfter.length;
  return clauseIsLast || INTERROGATIVE.test(sentenceText) || INTERROGATIVE.test(clauseBefore.trimStart());
}

const LONG_AGO =
  /\b(?:(?:years?|decades?|ages|a long time) (?:ago|back)|back in (?:the )?(?:19|20)?\d\ds?|back (?:then|in the day|when)|in (?:19|20)\d\d|used to|when (?:i|he|she|we|they) (?:was|were) (?!\w+ing\b)|as a (?:kid|child|teen|teenager|young)|in my (?:teens|twenties|thirties|20s|30s)|before (?:therapy|rehab|treatment)|in (?:high school|college)|during my childhood)\b/;
const AGAIN =
  /\b(?:again|still|lately|tonight|today|now|right now|these days|this (?:week|morning|time|month)|(?:came|come|coming) back|anymore)\b/;

/** An old event, with no sign in the sentence that it is back. */
function isPast({ sentenceText }: HitContext): boolean {
  return LONG_AGO.test(sentenceText) && !AGAIN.test(sentenceText);
}

/** Everyday nuisances: what is said beside them is seldom meant. */
const NUISANCE =
  /\b(?:hold music|on hold|traffic|parking|paperwork|printer|jammed|co-?pays?|deductible|insurance (?:line|guy|company|form)s?|phone tree|boss|meetings?|spreadsheet|remote|wi-?fi|laptop|waiting room|dmv|commute|homework|laugh(?:ing|ed)?|lmao|embarrass(?:ed|ing|ment)?|the heat|starving|boredom|freezing)\b/;
const DEADLY = /\b(?:kill(?:s|ed|ing|er)?|kms|die[sd]?|dying|dead|death|murder)\b/;
const FIGURE_OF_SPEECH =
  /\b(?:rather die than|to die for|dying (?:of (?:laugh\w*|embarrass\w*|hunger|thirst|boredom|curiosity|heat|a headache)|to (?:know|see|hear|try|get|meet|ask))|dead (?:tired|on my feet|serious|wrong|end|line|weight|battery)|kill(?:ing)? (?:time|two birds|the (?:mood|lights|engine))|(?:bored|scared|worried|tickled) to death|over my dead body|(?:could|would) kill for|drop dead gorgeous|(?:is|are|'s|was) (?:gonna|going to|literally |absolutely |just )?(?:gonna |going to )?kill(?:ing)? me|kill (?:him|her|them) for (?:\w+ing|that))\b/;
/** Never taken for a figure of speech, whatever stands beside it. */
const MEANT = /\b(?:myself|my ?life|suicid\w*|unalive)\b/;

/** A deadly word of everyday speech, or words of despair about a nuisance. */
function isIdiom({ hitText, sentenceText }: HitContext): boolean {
  if (MEANT.test(sentenceText)) return false;
  if (DEADLY.test(sentenceText) && FIGURE_OF_SPEECH.test(sentenceText)) return true;
  return NUISANCE.test(sentenceText) && (DEADLY.test(hitText) || /\b(?:anymore|any more)\b/.test(hitText));
}
