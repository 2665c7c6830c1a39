import type { LabelDraft } from "../schema/review-label.ts";
import type { ReviewSession, ReviewTask, SavedReview } from "../schema/review-session.ts";

/** What people who label are given, and where their labels go. */
export interface ReviewDesk {
  session(annotator: string): ReviewSession;
  /** Null where the annotator has no such item. */
  task(annotator: string, item: string): ReviewTask | null;
  /** Resolves when it is on disk; a problem where it cannot be kept as it is. */
  save(
    annotator: string,
    item: string,
    draft: LabelDraft,
  ): Promise<SavedReview | { readonly problem: string } | null>;
}
