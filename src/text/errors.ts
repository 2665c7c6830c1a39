import { BenchError } from "../kernel/errors.ts";

/** A regular expression of the corpus that is none. */
export class InvalidPatternError extends BenchError {
  readonly code = "IB_INVALID_PATTERN";

  constructor(pattern: string, where: string, cause: unknown) {
    super(`${where}: ${cause instanceof Error ? cause.message : `invalid pattern ${pattern}`}`, {
      cause,
      hint: "Patterns are JavaScript regular expressions with the u flag: escape only what must be escaped.",
    });
  }
}
