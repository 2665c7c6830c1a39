import type { DisclosureWords } from "../../schema/corpus/words.ts";
import { type NormalizedText, normalizeText, originalSpan } from "../normalise/normalize-text.ts";
import { isWholeWords, startsAtWord, type TextRange } from "../normalise/words.ts";
import { anyOf, compilePattern } from "./compile-pattern.ts";

/** Finds a phrase as whole words, ignoring case and quote style. "unsafe" does not contain "safe". */
export function findPhrase(text: string, phrase: string): TextRange | null {
  return findPhraseIn(normalizeText(text), normalizeText(phrase).text);
}

/** Like `findPhrase` for text and phrase that are already normalised; returns the first place that counts. */
export function findPhraseIn(
  normalized: NormalizedText,
  wanted: string,
  counts: (hit: TextRange) => boolean = () => true,
): TextRange | null {
  if (wanted === "") return null;
  for (let at = normalized.text.indexOf(wanted); at >= 0; at = normalized.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isWholeWords(normalized.text, at, end) && counts({ start: at, end }))
      return originalSpan(normalized, at, end);
  }
  return null;
}

/** Finds a pattern in the normalised text from a word start on; it may end inside a word. */
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

/**
 * Tests whether a text plainly makes one of these statements, as a whole sentence or the start of one. A statement that
 * is denied, asked, attributed to another person or continued to another meaning is not plain.
 */
export function createStatementTest(
  words: DisclosureWords,
): (text: string, statements: readonly string[]) => boolean {
  const mayPrecede = new RegExp(`(?:^|[.!?:;]["')\\]]* |\\n)(?:${anyOf(words.before)}[,.:]? )?$`);
  const mayFollow = new RegExp(`^(?:$|[.,;!)—–]|\\s?-\\s| ${anyOf(words.after)})`);
  return (text, statements) => {
    const { text: said } = normalizeText(text);
    return statements.some((statement) => {
      const wanted = normalizeText(statement).text;
      // An empty phrase would match at every place, without end.
      if (wanted === "") return false;
      for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
        if (
          mayPrecede.test(said.slice(0, at)) &&
          mayFollow.test(said.slice(at + wanted.length)) &&
          !isAsked(said, at)
        )
          return true;
      }
      return false;
    });
  };
}

/** Whether the sentence at an offset ends with a question mark. */
function isAsked(text: string, at: number): boolean {
  return /^[^.!?\n]*\?/.test(text.slice(at));
}
