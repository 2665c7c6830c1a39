import type { LabelChange } from "../schema/review/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../schema/review/review-session.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly answer: SavedReview }
  /** The quoted words are not in the text. */
  | { readonly kind: "unusable"; readonly problem: string }
  /** Another window saved a newer label meanwhile. */
  | { readonly kind: "outdated"; readonly newest: SavedReview };

/** Provides tasks to labellers and stores their labels. */
export interface ReviewState {
  session(annotator: string): ReviewSession;
  /** Null if the annotator has no such item. */
  task(annotator: string, item: string): ReviewTask | null;
  /** Resolves when the label is on disk. Null if the annotator has no such item. */
  save(annotator: string, item: string, change: LabelChange): Promise<SaveOutcome | null>;
}
