import { defineErrors } from "../kernel/define-errors.ts";

export const textErrors = defineErrors({
  /** A regular expression of the corpus is invalid. */
  IB_INVALID_PATTERN: (pattern: string, where: string, cause: unknown) => [
    `${where}: ${cause instanceof Error ? cause.message : `invalid pattern ${pattern}`}`,
    {
      cause,
      hint: "Patterns are JavaScript regular expressions with the u flag: escape only what must be escaped.",
    },
  ],
});
