import type { TextRange } from "../normalise/words.ts";

const BLOCK_QUOTE = /^\s*>/;
/** A line all in italics is a draft where a colon or another such line leads up to it; else it is said with feeling. */
const ALL_IN_ITALICS = /^\s*(?:[-*+•]\s+|\d+[.)]\s+)?([*_])(?![*_\s])(?:(?!\1).)+\1[.,;]?\s*$/u;
const LEADS_UP = /:[\s*_]*$/;
const LETTER_BEGINS = /^[\s*_]*(?:dear\s+\S|subject:|re:\s|to whom it may concern|to the \w[\w ]{0,40}:)/iu;
const LETTER_ENDS =
  /^[\s*_]*(?:-{3,}|\*{3,}|sincerely|yours|kind regards|regards|best regards|thank you,|\[your (?:full )?name\])/iu;
/** Less than this beside the drafts, and the drafts are the reply: then they quote nobody. */
const FEWEST_OWN_LETTERS = 20;

/** What a reply writes for its reader's mouth or pen, in the reply as it was written, line by line. */
export function draftedRanges(reply: string): TextRange[] {
  const ranges: TextRange[] = [];
  let inLetter = false;
  let isLedUpTo = false;
  let ownLetters = 0;
  let start = 0;
  for (const line of reply.split("\n")) {
    const end = start + line.length;
    if (!inLetter && LETTER_BEGINS.test(line)) inLetter = true;
    const isDraft: boolean = inLetter || BLOCK_QUOTE.test(line) || (isLedUpTo && ALL_IN_ITALICS.test(line));
    if (isDraft) ranges.push({ start, end });
    else ownLetters += line.replaceAll(/[^\p{L}]/gu, "").length;
    if (inLetter && LETTER_ENDS.test(line)) inLetter = false;
    if (line.trim() !== "") isLedUpTo = isDraft || LEADS_UP.test(line);
    start = end + 1;
  }
  return ownLetters < FEWEST_OWN_LETTERS ? [] : ranges;
}
