import type { ExceptionWords } from "../../schema/corpus/words.ts";
import { splitWords, type Word } from "../normalise/words.ts";
import { anyOf, anyWord, wholeText } from "./compile-pattern.ts";
import type { HitContext } from "./hit-context.ts";

/** Subject of a clause: the speaker, the listener, another person, or a service or other thing. */
export type Subject = "first" | "second" | "third" | "thing";

/** Finds subjects with word lists; an approximation. */
export interface SubjectFinder {
  /** Returns the nearest subject before the end of `before`, or `null`. `isCapital` detects names by offset. */
  nearest(before: string, isCapital: (offset: number) => boolean): Subject | null;
  /** Returns the subject at the start of a hit; if there is one, the words before it do not matter. */
  own(hitText: string): "first" | "other" | null;
  /** Returns the text before a hit without an "I" that belongs to the hit: "she says I | want to go". */
  beforeOwn(before: string): string;
  /** Whether a hit is about the speaker, independent of the words before it. */
  isAboutSpeaker(hitText: string): boolean;
}

export function createSubjectFinder(lists: ExceptionWords["subjects"]): SubjectFinder {
  const contracted = new RegExp(`${anyOf(lists.contracted)}$`);
  const first = wholeText(lists.first);
  const second = wholeText(lists.second);
  const third = wholeText(lists.third);
  const thing = wholeText(lists.things);
  const kin = wholeText(lists.kin);
  const possessive = wholeText(lists.possessives);
  const speakerPossessive = wholeText(lists.speaker_possessives);
  const article = wholeText(lists.articles);
  const ofMyself = wholeText(lists.of_myself);
  const person = wholeText(lists.persons);
  const auxiliary = wholeText(lists.auxiliaries);
  const beforeSubject = wholeText(lists.before_subject);
  const speakerAsObject = wholeText(lists.speaker_as_object);
  const personal = new RegExp(`^${anyOf(lists.personal)}\\b`);
  const notPossessive = new RegExp(`^${anyOf(lists.not_a_possessive)}`);
  const notNoun = wholeText(lists.not_a_noun);
  const own = new RegExp(`^${anyOf(lists.own)}\\b`);
  const ownFirst = new RegExp(`^${anyOf(lists.own_first)}\\b`);
  const speaking = new RegExp(`\\b${anyOf(lists.speaking)}(?: ${anyOf(lists.after_speaking)})* ?$`);
  const aboutSpeaker = anyWord(lists.about_speaker);

  return {
    nearest,
    own: (hitText) => {
      if (ownFirst.test(hitText)) return "first";
      return own.test(hitText) ? "other" : null;
    },
    beforeOwn: (before) => before.replace(speaking, ""),
    isAboutSpeaker: (hitText) => aboutSpeaker.test(hitText),
  };

  function nearest(before: string, isCapital: (offset: number) => boolean): Subject | null {
    const words = splitWords(before);
    // The speaker is the subject after "it makes me want to …" and "let me …".
    if (words.slice(-2).some((word) => speakerAsObject.test(word.text))) return "first";
    let served: Subject | null = null;
    for (let at = words.length - 1; at >= 0; at -= 1) {
      const previous = words[at - 1]?.text;
      const start = words[at]?.start ?? 0;
      const inSlot =
        previous === undefined ||
        beforeSubject.test(previous) ||
        (at === 1 && auxiliary.test(previous)) ||
        startsAfterMark(before, start);
      const subject = pronounAt(words, at, inSlot) ?? (inSlot ? nounAt(words, at) : null);
      if (subject !== null) return subject;
      if (inSlot && at > 0 && isCapital(start)) return "third";
      if (isVerbOfNoun(words, at)) served = "thing";
    }
    return served;
  }

  function pronounAt(words: readonly Word[], at: number, inSlot: boolean): Subject | null {
    const word = words[at]?.text ?? "";
    const isContracted = contracted.test(word);
    const base = word.replace(contracted, "");
    if (first.test(base)) return "first";
    if (third.test(base)) return "third";
    if (second.test(base) && (isContracted || inSlot)) return "second";
    const isVerbNext = auxiliary.test(words[at + 1]?.text ?? "");
    if (thing.test(base) && (isContracted || (inSlot && isVerbNext))) return "thing";
    return null;
  }

  function nounAt(words: readonly Word[], at: number): Subject | null {
    const word = words[at]?.text ?? "";
    const next = words[at + 1]?.text;
    if (kin.test(word.replace(contracted, ""))) return "third";
    if (next === undefined) return null;
    if (possessive.test(word)) return speakerPossessive.test(word) && ofMyself.test(next) ? "first" : "third";
    if (!article.test(word)) return null;
    return words.slice(at + 1, at + 4).some((noun) => person.test(noun.text)) ? "third" : "thing";
  }

  /** Whether a verb follows only a noun phrase ("988 is", "hospice nurses will") or is joined to one ("988's"). */
  function isVerbOfNoun(words: readonly Word[], at: number): boolean {
    const word = words[at]?.text ?? "";
    const previous = words[at - 1]?.text;
    if (at === words.length - 1 && word.endsWith("'s") && !notPossessive.test(word)) return true;
    if (!auxiliary.test(word) || previous === undefined || !isNoun(previous)) return false;
    return !words.slice(0, at).some((earlier) => personal.test(earlier.text));
  }

  function isNoun(word: string): boolean {
    return !notNoun.test(word.replace(contracted, ""));
  }
}

function startsAfterMark(before: string, start: number): boolean {
  return /[,;:"(-] ?$/.test(before.slice(Math.max(0, start - 2), start));
}

/** Whether the original word at an offset of the hit's sentence has a capital. */
export function isCapitalIn({ normalized, sentence }: HitContext): (offset: number) => boolean {
  return (offset) => {
    const start = normalized.starts[sentence.start + offset];
    return start !== undefined && /\p{Lu}/u.test(normalized.original.charAt(start));
  };
}
