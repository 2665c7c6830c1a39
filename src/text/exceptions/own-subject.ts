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
