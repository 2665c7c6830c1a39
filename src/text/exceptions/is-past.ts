import type { HitContext } from "./hit-context.ts";

const LONG_AGO =
  /\b(?:(?:years?|decades?|ages|a long time) (?:ago|back)|back in (?:the )?(?:19|20)?\d\ds?|back (?:then|in the day|when)|in (?:19|20)\d\d|used to|when (?:i|he|she|we|they) (?:was|were) (?!\w+ing\b)|as a (?:kid|child|teen|teenager|young)|in my (?:teens|twenties|thirties|20s|30s)|before (?:therapy|rehab|treatment)|in (?:high school|college)|during my childhood)\b/;
const AGAIN =
  /\b(?:again|still|lately|tonight|today|now|right now|these days|this (?:week|morning|time|month)|(?:came|come|coming) back|anymore)\b/;

/** An old event, with no sign in the sentence that it is back. */
export function isPast({ sentenceText }: HitContext): boolean {
  return LONG_AGO.test(sentenceText) && !AGAIN.test(sentenceText);
}
