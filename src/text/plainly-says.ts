import { normalizeText } from "./normalize-text.ts";

/** What may stand between the beginning of a sentence and a statement, and what may follow it. */
const BEFORE =
  /(?:^|[.!?:;]["')\]]* |\n)(?:(?:no|yes|yeah|honestly|to be clear|just so you know|so you know|and|but)[,.:]? )?$/;
const AFTER = /^(?:$|[.,;!)—–]|\s?-\s| not a| and not a)/;

/**
 * Whether a text makes one of these statements as a sentence of its own or the beginning of one. A statement that is
 * denied, asked, put into somebody's mouth or goes on to mean something else is not plain.
 */
export function plainlySays(text: string, statements: readonly string[]): boolean {
  const { text: said } = normalizeText(text);
  return statements.some((statement) => {
    const wanted = normalizeText(statement).text;
    for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
      if (BEFORE.test(said.slice(0, at)) && AFTER.test(said.slice(at + wanted.length)) && !isAsked(said, at))
        return true;
    }
    return false;
  });
}

/** Whether the sentence at an offset ends with a question mark. */
function isAsked(text: string, at: number): boolean {
  return /^[^.!?\n]*\?/.test(text.slice(at));
}
