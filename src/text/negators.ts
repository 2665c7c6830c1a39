const NEGATORS = new Set([
  "not",
  "never",
  "no",
  "cannot",
  "nor",
  "unable",
  "without",
  "refuse",
  "refused",
  "hardly",
]);
/** These deny what is said of them, not what merely follows: "no one would care if I died". */
const NEGATIVE_PRONOUNS = new Set(["nobody", "nothing", "none", "neither"]);

/** "not", "never", "can't" and their like, as one normalised word. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

export function isNegativePronoun(word: string): boolean {
  return NEGATIVE_PRONOUNS.has(word);
}
