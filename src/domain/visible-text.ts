/** Visible form of a text: hidden characters by name, and shortened to fit. Imports nothing: the page uses it. */

export interface HiddenCharacter {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** Its name, such as "U+202E". */
  readonly label: string;
}

const SUSPECT = /[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]]/v;
// Characters needed by emoji, joining scripts or Windows line ends are not hidden. A function, because
// compiling the set of all emoji takes as long as the rest of a short command, and few texts need it.
const neededOrHidden = () =>
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--\p{sc=Latin}])[\u200C\u200D](?=[\p{L}--\p{sc=Latin}])|(?<=\p{Emoji})[\uFE0E\uFE0F]|\r(?=\n)|(?<hidden>[[\p{Cc}\p{Cs}\p{DI}\p{NChar}\u2028\u2029\uFFF9-\uFFFB]--[\n\t]])/gv;

/** Hidden characters in order: controls, bidi and zero-width characters, lone surrogates. */
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

/** Cuts a text to this length: between words if a word ends near, and never inside a surrogate pair. */
export function shorten(text: string, longest: number): string;
export function shorten(text: string | null, longest: number): string | null;
export function shorten(text: string | null, longest: number): string | null {
  if (text === null || text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  // A cut between two words removes none.
  const isBetween = /\s/.test(text.charAt(longest - 1));
  return `${cut.replace(isBetween ? /\s+$/ : /(?:\s+\S{0,20}|[\uD800-\uDBFF])$/, "")}…`;
}
