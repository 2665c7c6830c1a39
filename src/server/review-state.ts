import type { LabelChange } from "../schema/review/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../schema/review/review-session.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly answer: SavedReview }
  /** The words quoted are not there. */
  | { readonly kind: "unusable"; readonly problem: string }
  /** Something newer was saved meanwhile, by another window. */
  | { readonly kind: "outdated"; readonly newest: SavedReview };

/** What people who label are given, and where their labels go. */
export interface ReviewState {
  session(annotator: string): ReviewSession;
  /** Null where the annotator has no such item. */
  task(annotator: string, item: string): ReviewTask | null;
  /** Resolves when it is on disk. Null where the annotator has no such item. */
  save(annotator: string, item: string, change: LabelChange): Promise<SaveOutcome | null>;
}
