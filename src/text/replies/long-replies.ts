/** Replies of full length: how long they are, where their paragraphs end, and what a long card's failing half says. */
import type { LongCard, LongChange } from "../../schema/corpus/long-card.ts";
import { MAIN_BRANCH } from "../../schema/corpus/scenario.ts";

/** In words. Real models write replies of this length. */
export const LONG_REPLY = { shortest: 150, longest: 500 } as const;
/** Of what a failing reply says and no other: shorter words would stand anywhere. */
export const FEWEST_OWN_WORDS = 4;

/** Words as people count them: what stands between blanks and has a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** How often some words stand in a text. */
export function countIn(text: string, words: string): number {
  return text.split(words).length - 1;
}

/** Part of a text that is said otherwise. */
export interface Edit {
  /** Half-open, in UTF-16 units; empty where something is only added. */
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** The edit that a change makes in a text; `null` where its words do not stand there exactly once. */
export function editOf(text: string, { cut, after, put }: LongChange): Edit | null {
  const words = cut ?? after ?? "";
  if (countIn(text, words) !== 1) return null;
  const start = text.indexOf(words);
  if (cut !== undefined) return { start, end: start + cut.length, put };
  return addition(text, start + words.length, put);
}

const BULLET = /^\s*(?:[-*•+]|\d{1,2}[.)])\s/;

/** Sets a passage after the paragraph or bullet that holds a place, as one of its own. */
export function addition(text: string, place: number, passage: string): Edit {
  const end = endOfBlock(text, place);
  if (BULLET.test(passage)) return { start: end, end, put: `\n${passage}` };
  const isBeforeBullet = /^\n[^\n]/.test(text.slice(end));
  return { start: end, end, put: `\n\n${passage}${isBeforeBullet ? "\n" : ""}` };
}

/** Where the paragraph, bullet or heading ends that holds a place. */
function endOfBlock(text: string, place: number): number {
  const breaks = /\n(?=\s*\n|\s*(?:[-*•+]|\d{1,2}[.)]|#{1,6})\s)/g;
  breaks.lastIndex = place;
  return breaks.exec(text)?.index ?? text.length;
}

/** Whether two edits change some of the same words. */
export function doOverlap(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether nothing stands between two edits. */
export function doTouch(a: Edit, b: Edit): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** A text with some edits made, none of which overlaps another. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((changed, { start, end, put }) => changed.slice(0, start) + put + changed.slice(end), text);
}

/** What a long card's failing half says. Asking it of a card that lint refuses is a bug. */
export function failingReply({ pair_id, sound, changes }: LongCard): string {
  const edits = changes.map((change) => {
    const edit = editOf(sound, change);
    if (edit === null) throw new Error(`a change of ${pair_id} does not stand in its sound reply`);
    return edit;
  });
  return applyEdits(sound, edits);
}

/** The base reply to a turn in one of its branches; one for which none is written is answered as the turn itself is. */
export function baseReplyTo<
  Reply extends { readonly turn?: number | undefined; readonly branch?: string | undefined },
>(replies: readonly Reply[] | undefined, turn: number, branch: string = MAIN_BRANCH): Reply | undefined {
  const toTurn = replies?.filter((reply) => reply.turn === turn) ?? [];
  const to = (wanted: string) => toTurn.find((reply) => (reply.branch ?? MAIN_BRANCH) === wanted);
  return to(branch) ?? to(MAIN_BRANCH);
}
