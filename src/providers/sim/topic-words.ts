const SHORTEST = 5;
/** Long enough to pass for a topic, and in every other message. */
const COMMON = new Set(
  `about after again always another anything asked because before being could didn't doesn't every everybody everything first
  going having isn't maybe might never nobody nothing other people should since somebody something still thing things think
  those three through today tomorrow tonight under until wants what's where which while whole without would write years
  you're you've`.split(/\s+/),
);

/** The words of a text that say what it is about, roughly: a card is said where its subject came up, if it did. */
export function topicWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= SHORTEST && !COMMON.has(word)));
}
