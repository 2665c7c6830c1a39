/** Finds the questions that a reply asks its reader, and the subject of each. */
import type { QuestionWords, Words } from "../../schema/corpus/words.ts";
import { anyOf, compilePattern, expandFragments } from "../match/compile-pattern.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { type Sentence, sentencesOf } from "../normalise/sentences.ts";
import { createSpellings } from "../normalise/sms-spellings.ts";
import type { TextRange } from "../normalise/words.ts";
import { quotedRanges } from "../quotes/quoted-ranges.ts";

/** A question or request to the reader. Offsets refer to the original reply. */
export interface AskedQuestion extends TextRange {
  /** Names from `words/questions.yaml`; empty if no kind fits. */
  readonly kinds: readonly string[];
  readonly text: string;
}

/** Returns a reply's questions in order, without drafts, quotations and questions that the reply answers itself. */
export type QuestionFinder = (reply: string) => readonly AskedQuestion[];

type FinderWords = Pick<Words, "questions" | "exceptions" | "spellings">;

/** Placeholder for names in patterns: the name does not affect the kind of question. */
const NAME = "a_name";
const ENDS_AS_QUESTION = /\?["')\]]*$/;
/** A question this short without a verb is the condition of the next sentence: "Crooked? Take it out." */
const LONGEST_FRAGMENT = 3;

export function createQuestionFinder(words: FinderWords): QuestionFinder {
  const isPut = createPutTest(words);
  const kindsOf = createKinds(words);
  const isName = createNameTest(words);
  const spellings = createSpellings(words.spellings);
  return (reply) => {
    const normalized = normalizeText(reply, { spellings });
    const sentences = sentencesOf(normalized);
    const quoted = quotedRanges(normalized).map(({ start, end }) => originalSpan(normalized, start, end));
    return sentences.flatMap((sentence, index): AskedQuestion[] => {
      const place = { reply, sentence, next: sentences[index + 1], quoted };
      if (!isPut(place)) return [];
      const { start, end } = sentence;
      const kinds = kindsOf(withoutNames(normalized, sentence, isName));
      return [{ kinds, start, end, text: reply.slice(start, end) }];
    });
  };
}

interface SentencePlace {
  readonly reply: string;
  readonly sentence: Sentence;
  readonly next: Sentence | undefined;
  /** Text between quotation marks, in the original reply. */
  readonly quoted: readonly TextRange[];
}

/** Tests whether a sentence asks a question and addresses the reader. */
function createPutTest({ questions, exceptions }: FinderWords): (place: SentencePlace) => boolean {
  const find = (list: readonly string[], name: string, before = "") =>
    createTest(`${before}${anyOf(list)}`, questions, name);
  const isRequest = find(questions.requests, "requests", "^");
  const isOnlyARequest = find(questions.only_a_request, "only_a_request");
  const isForOthers = find(questions.for_others, "for_others");
  const introducesDrafts = find(questions.introduces_drafts, "introduces_drafts");
  const isWritersVoice = find(questions.writers_voice, "writers_voice", "\\b");
  const isAssistantsVoice = find(questions.assistants_voice, "assistants_voice");
  const answersItself = find(questions.answers_itself, "answers_itself");
  const isTag = createTest(`, ?${anyOf(exceptions.questions.tags)}\\?["')]*$`, questions, "tags");
  const hasQuestionWord = createTest(
    `\\b${anyOf([...questions.makes_question, ...exceptions.questions.interrogatives])}\\b`,
    questions,
    "interrogatives",
  );
  return (place) => asks(place) && !isForSomebodyElse(place) && !isNotMeant(place);

  function asks({ sentence: { text } }: SentencePlace): boolean {
    return ENDS_AS_QUESTION.test(text) || (isRequest(text) && !isOnlyARequest(text));
  }

  /** Whether the sentence is quoted, or drafted for the reader to say. */
  function isForSomebodyElse({ reply, sentence, quoted }: SentencePlace): boolean {
    const { text, start, end } = sentence;
    const mark = Math.max(reply.lastIndexOf("?", end - 1), start);
    if (quoted.some((range) => range.start <= mark && mark < range.end)) return true;
    if (isForOthers(text) || speaksForReader(text)) return true;
    const line = lineOf(reply, start);
    if (/^\s*(?:[>|]|#+ )/.test(line)) return true;
    if (!LIST_ITEM.test(line)) return false;
    const item = normalizeText(line.replace(LIST_ITEM, "")).text;
    // A request at the start of an item is a line of a notice. An item that begins with the person to ask continues
    // with words for that person.
    const opensItem = item.startsWith(text) && !ENDS_AS_QUESTION.test(text);
    if (opensItem || isForOthers(/^[^:?]+:/.exec(item)?.[0] ?? "")) return true;
    const { introduction, items } = listAround(reply, start);
    return introducesDrafts(normalizeText(introduction).text) || items.some(isItemOfReader);
  }

  /** If one question of a list addresses the reader, the whole list does. */
  function isItemOfReader(item: string): boolean {
    const { text } = normalizeText(item);
    return text.includes("?") && speaksForReader(text);
  }

  function speaksForReader(text: string): boolean {
    return isWritersVoice(text) && !isAssistantsVoice(text);
  }

  /** Whether a question is a tag, a condition in question form, or answered at once by the reply. */
  function isNotMeant({ reply, sentence, next }: SentencePlace): boolean {
    const { text, end } = sentence;
    if (!ENDS_AS_QUESTION.test(text)) return false;
    const size = text.split(" ").length;
    if (isTag(text) || (size <= LONGEST_FRAGMENT && !hasQuestionWord(text))) return true;
    if (next === undefined || reply.slice(end, next.start).includes("\n")) return false;
    return answersItself(next.text) || (isHeading(reply, sentence) && !ENDS_AS_QUESTION.test(next.text));
  }
}

/** Whether a bold question without "you" opens the line, as a heading for the questions after it. */
function isHeading(reply: string, { text, start }: Sentence): boolean {
  return /^\*\*[^*?]+\?\*\*/.test(lineOf(reply, start)) && !/\byou/.test(text);
}

/** Returns the kinds of a question, in the order of the word list. */
function createKinds({ questions, exceptions }: FinderWords): (text: string) => readonly string[] {
  const kinds = Object.entries(questions.kinds).map(([name, { patterns, unless }]) => ({
    name,
    fits: createTest(`\\b${anyOf(patterns)}`, questions, name),
    isOther: unless === undefined ? null : createTest(`\\b${anyOf(unless)}`, questions, `${name}, unless`),
  }));
  // The lead-in of a question has another subject: "You mentioned drinking, so I want to ask: are you safe?"
  const { openers, interrogatives } = exceptions.questions;
  const leadUp = `(?:.*: |(?:.*, )?${anyOf(questions.leads_up)}\\b[^?]*, )`;
  const leadingUp = new RegExp(`^${leadUp}(?=(?:${anyOf(openers)} )?${anyOf(interrogatives)}\\b)`, "u");
  return (text) => {
    const question = text.replace(leadingUp, "");
    return kinds.flatMap(({ name, fits, isOther }) =>
      fits(question) && isOther?.(question) !== true ? [name] : [],
    );
  };
}

function createTest(pattern: string, { fragments }: QuestionWords, name: string): (text: string) => boolean {
  const compiled = compilePattern(expandFragments(pattern, fragments), `words/questions.yaml, ${name}`);
  return (text) => text.search(compiled) >= 0;
}

const WORD = /[\p{L}\p{M}]+/gu;

/** Tests whether a capitalised word of the original is a name. */
function createNameTest({ questions, exceptions }: FinderWords): (word: string) => boolean {
  const known = new Set([...questions.not_names, ...exceptions.questions.interrogatives]);
  return (word) => /^\p{Lu}[\p{Ll}\p{M}]/u.test(word) && !known.has(word.toLowerCase());
}

/** Replaces every name in a sentence by the same one, and drops the marks before its first word. */
function withoutNames(
  { original }: NormalizedText,
  { text, start, end }: Sentence,
  isName: (word: string) => boolean,
): string {
  const names = new Set<string>();
  const written = original.slice(start, end);
  for (const match of written.matchAll(WORD)) {
    const opensClause = /(?:^|[:.?!"“(\n])[\s*_"“(]*$/u.test(written.slice(0, match.index));
    if (!opensClause && isName(match[0])) names.add(normalizeText(match[0]).text);
  }
  return text.replace(/^[^\p{L}\p{N}]+/u, "").replaceAll(WORD, (word) => (names.has(word) ? NAME : word));
}

function lineOf(reply: string, at: number): string {
  const end = reply.indexOf("\n", at);
  return reply.slice(reply.lastIndexOf("\n", at - 1) + 1, end < 0 ? reply.length : end);
}

const LIST_ITEM = /^\s*(?:[-*+•]|\d+[.)])\s/u;

/** Returns the items of the list around a sentence, and its introduction line. */
function listAround(reply: string, at: number): { introduction: string; items: readonly string[] } {
  const before = reply.slice(0, at).split("\n").slice(0, -1);
  const after = reply.slice(reply.lastIndexOf("\n", at - 1) + 1).split("\n");
  const first = before.findLastIndex(isOutsideLists);
  const next = after.findIndex(isOutsideLists);
  const items = [...before.slice(first + 1), ...after.slice(0, next < 0 ? after.length : next)];
  return { introduction: before[first] ?? "", items };
}

function isOutsideLists(line: string): boolean {
  return line.trim() !== "" && !LIST_ITEM.test(line) && !/^\s{2,}/.test(line);
}
