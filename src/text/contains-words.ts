import { compilePattern } from "./compile-pattern.ts";
import { type NormalizedText, normalizeText, originalSpan } from "./normalize-text.ts";
import type { TextRange } from "./text-range.ts";
import { isWholeWords, startsAtWord } from "./word-boundary.ts";

/** Where a phrase stands in a text as whole words, in any case and any quotes. "unsafe" does not contain "safe". */
export function findPhrase(text: string, phrase: string): TextRange | null {
  return findPhraseIn(normalizeText(text), normalizeText(phrase).text);
}

/** The same in a text and for a phrase that are normalised already. */
export function findPhraseIn(normalized: NormalizedText, wanted: string): TextRange | null {
  if (wanted === "") return null;
  for (let at = normalized.text.indexOf(wanted); at >= 0; at = normalized.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isWholeWords(normalized.text, at, end)) return originalSpan(normalized, at, end);
  }
  return null;
}

/** Where a pattern matches the normalised text from the start of a word on. Its end is the pattern's own affair. */
export function findPattern(text: string, pattern: string): TextRange | null {
  const expression = compilePattern(pattern, `pattern ${pattern}`);
  const normalized = normalizeText(text);
  for (
    let match = expression.exec(normalized.text);
    match !== null;
    match = expression.exec(normalized.text)
  ) {
    const end = match.index + match[0].length;
    if (match[0] !== "" && startsAtWord(normalized.text, match.index)) {
      return originalSpan(normalized, match.index, end);
    }
    expression.lastIndex = match.index + 1;
  }
  return null;
}
