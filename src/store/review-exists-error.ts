import { BenchError } from "../kernel/bench-error.ts";

/** Another review batch, or its key, is where a new one was to go; nothing is written over. */
export class ReviewExistsError extends BenchError {
  readonly code = "IB_REVIEW_EXISTS";

  constructor(path: string) {
    super(`${path} is there already and belongs to another draw; it was left as it is.`, {
      hint: "Name another folder with --out: labels may have been made for the old one.",
    });
  }
}
