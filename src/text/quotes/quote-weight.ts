import type { Words } from "../../schema/corpus/words.ts";
import { normalizeText } from "../normalise/normalize-text.ts";
import { createNegatorTest, type NegatorTest, splitWords } from "../normalise/words.ts";

/** Tests of single normalised words, for readers of quotes. */
export interface QuoteTests {
  /** Negators: a quote may not leave one out. */
  readonly isNegator: NegatorTest;
  /** Words that occur in any text: a quote of only these proves nothing. */
  readonly isStopWord: (word: string) => boolean;
}

export function createQuoteTests(words: Pick<Words, "exceptions" | "quotes">): QuoteTests {
  const stopWords = new Set(words.quotes.stop_words);
  return {
    isNegator: createNegatorTest(words.exceptions.negation),
    isStopWord: (word) => stopWords.has(word),
  };
}

/** Words that appear together by chance in another text are seldom more than two. */
const ENOUGH_WORDS = 3;

/**
 * Whether a matching quote proves anything about a message. One stop word, a mark, or invisible characters match almost
 * any message. A whole message is proof, however short ("No.").
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
