import { BenchError } from "../kernel/bench-error.ts";

/** A tag was given that the corpus does not declare, so that no check could ever read it. */
export class UnknownTagError extends BenchError {
  readonly code = "IB_UNKNOWN_TAG";

  constructor(tag: string, where: string, nearest: string | undefined) {
    super(`${where}: the corpus has no tag "${tag}".`, {
      hint:
        nearest === undefined
          ? "The corpus's tags.yaml declares every tag and says what it means."
          : `Did you mean "${nearest}"? The corpus's tags.yaml declares every tag.`,
    });
  }
}
