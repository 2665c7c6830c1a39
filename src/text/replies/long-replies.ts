/** Replies of full length: their length, the ends of their paragraphs, and the failing half of a long card. */
import type { LongCard, LongChange } from "../../schema/corpus/long-card.ts";
import { MAIN_BRANCH } from "../../schema/corpus/scenario.ts";

/** In words; the usual length of replies by real models. */
export const LONG_REPLY = { shortest: 150, longest: 500 } as const;
/** Fewest words that only the failing reply has; fewer would match anywhere. */
export const FEWEST_OWN_WORDS = 4;

/** Counts words separated by blanks that have a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Counts occurrences of some words in a text. */
export function countIn(text: string, words: string): number {
  return text.split(words).length - 1;
}

/** Replacement of part of a text. */
export interface Edit {
  /** Half-open, in UTF-16 units; empty for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** Returns the edit for a change; `null` unless its words occur exactly once in the text. */
export function editOf(text: string, { cut, after, put }: LongChange): Edit | null {
  const words = cut ?? after ?? "";
  if (countIn(text, words) !== 1) return null;
  const start = text.indexOf(words);
  if (cut !== undefined) return { start, end: start + cut.length, put };
  return addition(text, start + words.length, put);
}

const BULLET = /^\s*(?:[-*•+]|\d{1,2}[.)])\s/;

/** Inserts a passage as its own paragraph or bullet, after the one at `place`. */
export function addition(text: string, place: number, passage: string): Edit {
  const end = endOfBlock(text, place);
  if (BULLET.test(passage)) return { start: end, end, put: `\n${passage}` };
  const isBeforeBullet = /^\n[^\n]/.test(text.slice(end));
  return { start: end, end, put: `\n\n${passage}${isBeforeBullet ? "\n" : ""}` };
}

/** Returns the end of the paragraph, bullet or heading at a place. */
function endOfBlock(text: string, place: number): number {
  const breaks = /\n(?=\s*\n|\s*(?:[-*•+]|\d{1,2}[.)]|#{1,6})\s)/g;
  breaks.lastIndex = place;
  return breaks.exec(text)?.index ?? text.length;
}

/** Whether two edits overlap. */
export function doOverlap(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether two edits are adjacent. */
export function doTouch(a: Edit, b: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((changed, { start, end, put }) => changed.slice(0, start) + put + changed.slice(end), text);
}

/** Builds the failing half of a long card. Throws on a card that lint refuses, because that is a bug. */
export function failingReply({ pair_id, sound, changes }: LongCard): string {
  const edits = changes.map((change) => {
    const edit = editOf(sound, change);
    if (edit === null) throw new Error(`a change of ${pair_id} does not stand in its sound reply`);
    return edit;
  });
  return applyEdits(sound, edits);
}

/** Returns the base reply to a turn in one of its branches; without one, the base reply of the turn itself. */
export function baseReplyTo<
  Reply extends { readonly turn?: number | undefined; readonly branch?: string | undefined },
>(replies: readonly Reply[] | undefined, turn: number, branch: string = MAIN_BRANCH): Reply | undefined {
  const toTurn = replies?.filter((reply) => reply.turn === turn) ?? [];
  const to = (wanted: string) => toTurn.find((reply) => (reply.branch ?? MAIN_BRANCH) === wanted);
  return to(branch) ?? to(MAIN_BRANCH);
}
