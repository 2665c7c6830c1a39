/** Labels of one annotator: whether each is complete, the progress, and the place of quoted words. */

import type { ReviewItem, ReviewTurn } from "../schema/review/review-batch.ts";
import type { LabelDraft, LabelQuote, ReviewLabel } from "../schema/review/review-label.ts";
import type { ItemState } from "../schema/review/review-session.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { NegatorTest } from "../text/normalise/words.ts";
import { locateQuote } from "../text/quotes/quote-ladder.ts";

/** Labels by annotator, then by item. */
export type LabelsByAnnotator = ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>>;

type Said = Pick<ReviewLabel, "label" | "quote" | "note">;

/** A complete label, which counts. */
export type CompleteLabel = ReviewLabel & { readonly label: Verdict };

/** Says in words why a label does not count; `null` if it does. */
export function missingPart({ label, quote, note }: Said): string | null {
  if (label === null) return "A verdict is missing.";
  if (label === "FAIL" && quote === null && note.trim() === "")
    return "A Fail needs the words that fail, or a note that says what is missing from the reply.";
  return null;
}

export function isComplete(label: ReviewLabel): label is CompleteLabel {
  return missingPart(label) === null;
}

export function stateOf(label: ReviewLabel | undefined): ItemState {
  if (label === undefined) return "open";
  if (isComplete(label)) return "done";
  const isEmpty = label.label === null && label.quote === null && label.note.trim() === "";
  return isEmpty && label.confidence === null ? "open" : "draft";
}

export interface AnnotatorProgress {
  readonly annotator: string;
  readonly done: number;
  readonly drafts: number;
  readonly items: number;
}

export function countProgress(labels: LabelsByAnnotator, items: number): readonly AnnotatorProgress[] {
  return [...labels].map(([annotator, own]) => {
    const states = [...own.values()].map(stateOf);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    return { annotator, done: count("done"), drafts: count("draft"), items };
  });
}

type DraftQuote = NonNullable<LabelDraft["quote"]>;

/** Locates marked or typed words in the text that the annotator saw; `null` if they are not in it. */
export function placeQuote(
  { text, turn, role }: DraftQuote,
  item: ReviewItem,
  isNegator: NegatorTest,
): LabelQuote | null {
  const shown = item.windows.flatMap(({ turns }) => turns).filter(({ context }) => context === undefined);
  const messages = [...new Map(shown.map(keyedByPlace)).values()];
  const found = locateQuote({ quote: text, turn, messages, isNegator, ...(role === null ? {} : { role }) });
  const { message, tier, start, end } = found;
  if (message === null || tier === "none" || start === undefined || end === undefined) return null;
  return { text, turn: message.turn, role: message.role, tier, start, end };
}

/** Windows may overlap; the key makes each message count once. */
function keyedByPlace(message: ReviewTurn): [string, ReviewTurn] {
  return [`${message.turn} ${message.role}`, message];
}
