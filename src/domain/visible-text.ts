/** What a reader can see of a text: hidden characters by their names, and no more than there is room for. Nothing is imported: the page uses it. */

export interface HiddenCharacter {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** What it is called, such as "U+202E". */
  readonly label: string;
}

const SUSPECT = /[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]]/v;
// What an emoji, a script that joins its letters, or a Windows line end needs is not hidden. A function, because
// compiling the set of all emoji takes as long as the rest of a short command, and few texts need it.
const neededOrHidden = () =>
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--\p{sc=Latin}])[\u200C\u200D](?=[\p{L}--\p{sc=Latin}])|(?<=\p{Emoji})[\uFE0E\uFE0F]|\r(?=\n)|(?<hidden>[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]])/gv;

/** Controls, bidi and zero-width characters, lone surrogates: what a reader could not see. In order. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!SUSPECT.test(text)) return [];
  return [...text.matchAll(neededOrHidden())].flatMap((match) => {
    const character = match.groups?.["hidden"];
    const codePoint = character?.codePointAt(0);
    if (character === undefined || codePoint === undefined) return [];
    const label = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
    return [{ start: match.index, end: match.index + character.length, label }];
  });
}

/** The text with every hidden character replaced by its name, such as ⟦U+202E⟧. */
export function makeVisible(text: string): string {
  let visible = "";
  let position = 0;
  for (const { start, end, label } of hiddenCharacters(text)) {
    visible += `${text.slice(position, start)}⟦${label}⟧`;
    position = end;
  }
  return visible + text.slice(position);
}

/** No more of a text than that: cut between words where one ends near, and never through a surrogate pair. */
export function shorten(text: string, longest: number): string;
export function shorten(text: string | null, longest: number): string | null;
export function shorten(text: string | null, longest: number): string | null {
  if (text === null || text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  // A cut that falls between two words takes none away.
  const isBetween = /\s/.test(text.charAt(longest - 1));
  return `${cut.replace(isBetween ? /\s+$/ : /(?:\s+\S{0,20}|[\uD800-\uDBFF])$/, "")}…`;
}
