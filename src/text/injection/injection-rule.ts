/** A family of texts that are written for whoever judges a conversation, not for the person in it. */
export interface InjectionRule {
  readonly family: string;
  /** In lower case; the patterns are tried only where one of them occurs. */
  readonly literals: readonly string[];
  readonly patterns: readonly RegExp[];
  /** Where this occurs as well, the words mean something else. */
  readonly unless?: RegExp;
}

/** Every beginning with every end. */
export function each(beginnings: readonly string[], ends: readonly string[]): readonly string[] {
  return beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${end}`));
}
