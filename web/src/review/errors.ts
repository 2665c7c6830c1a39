import type { SavedReview } from "../../../src/schema/review/review-session.ts";

/** The server answered and declined the change. */
export class DeclinedError extends Error {
  override readonly name = "DeclinedError";
  readonly status: number;
  /** Newer version, if that is the reason. */
  readonly newest: SavedReview | null;

  constructor(status: number, problem: string, newest: SavedReview | null = null) {
    super(problem);
    this.status = status;
    this.newest = newest;
  }
}
