import type { Words } from "../../schema/corpus/words.ts";
import { normalizeText } from "../normalise/normalize-text.ts";
import { createNegatorTest, type NegatorTest, splitWords } from "../normalise/words.ts";

/** What a reader of quotes has to know of single words, normalised. */
export interface QuoteTests {
  /** Which words deny: a quote may not leave one out. */
  readonly isNegator: NegatorTest;
  /** Which words stand in any text: a quote of nothing else proves nothing. */
  readonly isStopWord: (word: string) => boolean;
}

export function createQuoteTests(words: Pick<Words, "exceptions" | "quotes">): QuoteTests {
  const stopWords = new Set(words.quotes.stop_words);
  return {
    isNegator: createNegatorTest(words.exceptions.negation),
    isStopWord: (word) => stopWords.has(word),
  };
}

/** Words that happen to stand together by chance in another text are seldom more than two. */
const ENOUGH_WORDS = 3;

/**
 * Whether a quote that stands in a message proves anything about it. One stop word, a mark, or characters that nobody can
 * see stand in almost any message; the whole of a message is proof however short it is ("No.").
 */
export function hasWeight(quote: string, content: string, isStopWord: QuoteTests["isStopWord"]): boolean {
  const text = plain(quote);
  const words = splitWords(text);
  if (words.length >= ENOUGH_WORDS || words.some((word) => !isStopWord(word.text))) return true;
  return text !== "" && text === plain(content);
}

function plain(text: string): string {
  return normalizeText(text).text.trim();
}
