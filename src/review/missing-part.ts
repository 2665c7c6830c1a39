import type { ReviewLabel } from "../schema/review-label.ts";
import type { ItemState } from "../schema/review-session.ts";
import type { Verdict } from "../schema/verdict.ts";

type Said = Pick<ReviewLabel, "label" | "quote" | "note">;

/** A label that counts. */
export type CompleteLabel = ReviewLabel & { readonly label: Verdict };

/** What keeps a label from counting, in words; null where nothing does. */
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
