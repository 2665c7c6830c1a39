import type { ExceptionWords } from "../../schema/corpus/words.ts";
import { anyOf } from "../match/compile-pattern.ts";
import type { TextRange } from "../normalise/words.ts";

const BLOCK_QUOTE = /^\s*>/;
/** A line all in italics is a draft after a colon or another such line; otherwise it is emphasis. */
const ALL_IN_ITALICS = /^\s*(?:[-*+•]\s+|\d+[.)]\s+)?([*_])(?![*_\s])(?:(?!\1).)+\1[.,;]?\s*$/u;
const LEADS_UP = /:[\s*_]*$/;
/** With fewer letters outside the drafts, the drafts are the reply itself and are not quotations. */
const FEWEST_OWN_LETTERS = 20;

/** Finds text that a reply drafts for its reader to say or write, line by line in the original. */
export function createDraftFinder(letters: ExceptionWords["letters"]): (reply: string) => TextRange[] {
  const begins = new RegExp(`^[\\s*_]*${anyOf(letters.openings)}`, "iu");
  const ends = new RegExp(`^[\\s*_]*(?:-{3,}|\\*{3,}|${anyOf(letters.closings)})`, "iu");
  return (reply) => {
    const ranges: TextRange[] = [];
    let inLetter = false;
    let isLedUpTo = false;
    let ownLetters = 0;
    let start = 0;
    for (const line of reply.split("\n")) {
      const end = start + line.length;
      if (!inLetter && begins.test(line)) inLetter = true;
      const isDraft: boolean = inLetter || BLOCK_QUOTE.test(line) || (isLedUpTo && ALL_IN_ITALICS.test(line));
      if (isDraft) ranges.push({ start, end });
      else ownLetters += line.replaceAll(/[^\p{L}]/gu, "").length;
      if (inLetter && ends.test(line)) inLetter = false;
      if (line.trim() !== "") isLedUpTo = isDraft || LEADS_UP.test(line);
      start = end + 1;
    }
    return ownLetters < FEWEST_OWN_LETTERS ? [] : ranges;
  };
}
