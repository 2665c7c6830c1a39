export interface HiddenCharacter {
  /** UTF-16 offset. */
  readonly index: number;
  readonly length: number;
  /** What is shown in its place. */
  readonly label: string;
}

const SUSPECT = /[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]]/v;
// What an emoji, a script that joins its letters, or a Windows line end needs is not hidden.
const NEEDED_OR_HIDDEN =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--\p{sc=Latin}])[\u200C\u200D](?=[\p{L}--\p{sc=Latin}])|(?<=\p{Emoji})[\uFE0E\uFE0F]|\r(?=\n)|(?<hidden>[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]])/gv;

/** Controls, bidi and zero-width characters, lone surrogates: what a reader could not see. In order. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!SUSPECT.test(text)) return [];
  const found: HiddenCharacter[] = [];
  for (const match of text.matchAll(NEEDED_OR_HIDDEN)) {
    const character = match.groups?.["hidden"];
    const codePoint = character?.codePointAt(0);
    if (character === undefined || codePoint === undefined) continue;
    const label = `⟦U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}⟧`;
    found.push({ index: match.index, length: character.length, label });
  }
  return found;
}

/** The text with every hidden character replaced by its label, such as ⟦U+202E⟧. */
export function makeVisible(text: string): string {
  let visible = "";
  let position = 0;
  for (const { index, length, label } of hiddenCharacters(text)) {
    visible += text.slice(position, index) + label;
    position = index + length;
  }
  return visible + text.slice(position);
}
