import { splitWords, type Word } from "../normalise/words.ts";
import type { HitContext } from "./hit-context.ts";

/** Of whom a clause speaks: the speaker, the listener, another person or the like, or a thing that serves. */
export type Subject = "first" | "second" | "third" | "thing";

const CONTRACTED = /'(?:m|ll|ve|d|re|s)$/;
const FIRST = /^(?:i|we)$/;
const THIRD = /^(?:he|she|they|everyone|everybody|someone|somebody|people)$/;
const THING = /^(?:it|that|there|this|who|which)$/;
const KIN =
  /^(?:mom|mum|mama|momma|mother|dad|daddy|papa|father|grandma|grandpa|granny|nana|gran|grandmother|grandfather|auntie|mami|papi|abuela|abuelo)$/;
const POSSESSIVE = /^(?:my|your|his|her|their|our)$/;
const ARTICLE = /^(?:the|a|an|some|this|these|those|every|each|another|one)$/;
/** What is mine and is me. */
const OF_MYSELF =
  /^(?:head|brain|mind|body|heart|chest|back|life|soul|thoughts|pain|days?|nights?|only|plan)$/;
/** Who or what an article makes another person, or somebody's story: "the nurse", "the movie". */
const PERSON =
  /^(?:man|woman|guy|lady|girl|boy|kid|patients?|residents?|doctor|nurse|aide|caregiver|therapist|counselor|social|worker|neighbor|friend|sister|brother|son|daughter|husband|wife|partner|cousin|aunt|uncle|priest|pastor|show|movie|film|book|article|character|actor|song|news)$/;
const AUXILIARY =
  /^(?:is|are|was|were|will|would|can|could|should|might|may|must|has|have|had|does|do|did|gonna|keeps?|wants?|says?)$/;
/** After one of these, or at the start, a noun is a subject and not an object. */
const BEFORE_SUBJECT =
  /^(?:and|but|or|so|because|that|if|when|whenever|while|since|as|then|than|now|today|yesterday|plus|also|though|unless|until|hope|hoping|wish|think|know|say|says|said|will|would|can|could|should|might|may|how|why|what|where|maybe|sometimes|even|lol|omg)$/;

/** The subject that stands nearest before the end of `before`, or `null`. `isCapital` tells names, by offset. */
export function nearestSubject(before: string, isCapital: (offset: number) => boolean): Subject | null {
  const words = splitWords(before);
  // "it makes me want to …", "let me …": the speaker does what follows.
  if (words.slice(-2).some((word) => word.text === "me" || word.text === "myself")) return "first";
  let served: Subject | null = null;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const previous = words[at - 1]?.text;
    const start = words[at]?.start ?? 0;
    const inSlot =
      previous === undefined ||
      BEFORE_SUBJECT.test(previous) ||
      (at === 1 && AUXILIARY.test(previous)) ||
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
  const isContracted = CONTRACTED.test(word);
  const base = word.replace(CONTRACTED, "");
  if (FIRST.test(base)) return "first";
  if (THIRD.test(base)) return "third";
  if (base === "you" && (isContracted || inSlot)) return "second";
  const isVerbNext = AUXILIARY.test(words[at + 1]?.text ?? "");
  if (THING.test(base) && (isContracted || (inSlot && isVerbNext))) return "thing";
  return null;
}

function nounAt(words: readonly Word[], at: number): Subject | null {
  const word = words[at]?.text ?? "";
  const next = words[at + 1]?.text;
  if (KIN.test(word.replace(CONTRACTED, ""))) return "third";
  if (next === undefined) return null;
  if (POSSESSIVE.test(word)) return word === "my" && OF_MYSELF.test(next) ? "first" : "third";
  if (!ARTICLE.test(word)) return null;
  return words.slice(at + 1, at + 4).some((noun) => PERSON.test(noun.text)) ? "third" : "thing";
}

/** A verb with nothing but a noun phrase before it, "988 is", "hospice nurses will", or joined to one: "988's". */
function isVerbOfNoun(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? "";
  const previous = words[at - 1]?.text;
  if (at === words.length - 1 && /^(?!let's|here's).*'s$/.test(word)) return true;
  if (!AUXILIARY.test(word) || previous === undefined || !isNoun(previous)) return false;
  return !words.slice(0, at).some((earlier) => /^(?:i|we|you|he|she|they)\b/.test(earlier.text));
}

function isNoun(word: string): boolean {
  return !/^(?:and|but|or|so|i|we|you|he|she|they|it|that|this|there|what|how|why|not|never|always|just|also|all|if|when)$/.test(
    word.replace(CONTRACTED, ""),
  );
}

function startsAfterMark(before: string, start: number): boolean {
  return /[,;:"(-] ?$/.test(before.slice(Math.max(0, start - 2), start));
}

const OWN_SUBJECT =
  /^(?:(?:i|we|you|he|she|they|it|my|your|his|her|their|our|the)\b|(?:this|that|there)(?:'s|'ll| (?:is|are|was|will))\b)/;
const FIRST_PERSON = /^(?:i|we|my|our)\b/;

/** The subject a hit begins with, if it brings its own: then nothing before it can be one. */
export function ownSubject(hitText: string): "first" | "other" | null {
  if (FIRST_PERSON.test(hitText)) return "first";
  return OWN_SUBJECT.test(hitText) ? "other" : null;
}

const SPEAKING = /\b(?:i|i'm|i'd|i've|i'll|we)(?: (?:just|really|still|only|do|always))* ?$/;

/** What stands before a hit, without an "I" that belongs to it: "she says I | want to go". */
export function beforeOwnSubject(before: string): string {
  return before.replace(SPEAKING, "");
}

/** Whether the word at an offset of the hit's sentence was written with a capital. */
export function isCapitalIn({ normalized, sentence }: HitContext): (offset: number) => boolean {
  return (offset) => {
    const start = normalized.starts[sentence.start + offset];
    return start !== undefined && /\p{Lu}/u.test(normalized.original.charAt(start));
  };
}
