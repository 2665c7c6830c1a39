import type { SavedReview } from "../../../src/schema/review/review-session.ts";

/** The server answered, and did not take it. */
export class DeclinedError extends Error {
  override readonly name = "DeclinedError";
  readonly status: number;
  /** What was saved meanwhile, where that is the reason. */
  readonly newest: SavedReview | null;

  constructor(status: number, problem: string, newest: SavedReview | null = null) {
    super(problem);
    this.status = status;
    this.newest = newest;
  }
}
