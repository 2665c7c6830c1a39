const REMOVED = "";

const FOLDED = new Map<number, string>();
fold("\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff", REMOVED);
foldRange(0x202a, 0x202e, REMOVED);
foldRange(0x2066, 0x2069, REMOVED);
foldRange(0xfe00, 0xfe0f, REMOVED);
fold("\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201a\u201b\u2032\u2035\uff07", "'");
fold("\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u2039\u203a\u300c\u300d\uff02", '"');
foldRange(0x2010, 0x2015, "-");
fold("\u2212\ufe58\ufe63\uff0d", "-");
fold("\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000", " ");
foldRange(0x2000, 0x200a, " ");
fold("\u2026", "...");
fold("\u2044", "/");

const COMBINING = /^\p{M}$/u;
const TAG_HIGH_SURROGATE = 0xdb40;

/** Whether a code unit joins the character before it: an accent, a Hangul vowel, a half-width voice mark. */
export function joinsPrevious(code: number): boolean {
  if (code < 0x300) return false;
  if (code >= 0xfe00 && code <= 0xfe0f) return false;
  if (code >= 0x1160 && code <= 0x11ff) return true;
  return code === 0xff9e || code === 0xff9f || COMBINING.test(String.fromCharCode(code));
}

/** Folds one non-ASCII character and its combining characters to normalised text. */
export function foldCharacter(characters: string): string {
  const code = characters.charCodeAt(0);
  if (characters.length === 1) {
    const known = FOLDED.get(code);
    if (known !== undefined) return known;
  }
  // Tag characters and supplementary variation selectors share one high surrogate; all are invisible.
  if (code === TAG_HIGH_SURROGATE) return REMOVED;
  let folded = "";
  for (const character of characters.normalize("NFKC").toLowerCase()) {
    folded += FOLDED.get(character.charCodeAt(0)) ?? character;
  }
  return folded;
}

function fold(characters: string, to: string): void {
  for (const character of characters) FOLDED.set(character.charCodeAt(0), to);
}

function foldRange(first: number, last: number, to: string): void {
  for (let code = first; code <= last; code += 1) FOLDED.set(code, to);
}
