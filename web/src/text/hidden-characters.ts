export interface HiddenCharacter {
  /** UTF-16 offset. */
  readonly start: number;
  readonly end: number;
  /** What is shown in its place, such as "U+202E". */
  readonly label: string;
}

const SUSPECT = /[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]]/v;
// An emoji, a script that joins its letters and a Windows line end need theirs.
const NEEDED_OR_HIDDEN =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--\p{sc=Latin}])[\u200C\u200D](?=[\p{L}--\p{sc=Latin}])|(?<=\p{Emoji})[\uFE0E\uFE0F]|\r(?=\n)|(?<hidden>[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]])/gv;

/** Controls, bidi and zero-width characters, lone surrogates: what a reader could not see. In order. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!SUSPECT.test(text)) return [];
  return [...text.matchAll(NEEDED_OR_HIDDEN)].flatMap((match) => {
    const character = match.groups?.["hidden"];
    const codePoint = character?.codePointAt(0);
    if (character === undefined || codePoint === undefined) return [];
    const label = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
    return [{ start: match.index, end: match.index + character.length, label }];
  });
}
