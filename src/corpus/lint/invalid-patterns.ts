import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";

/** Every pattern is a regular expression. */
export const invalidPatterns: CorpusRule = (draft) =>
  corpusPatterns(draft).flatMap(({ source, path, pattern }) => {
    const message = patternFault(pattern);
    return message === null ? [] : [problemAt(source, path, { code: "invalid-pattern", message })];
  });
