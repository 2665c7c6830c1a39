import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";
import { patternSlowness } from "./pattern-slowness.ts";

/** No pattern can be made to backtrack without end by what a model writes. */
export const slowPatterns: CorpusRule = (draft) =>
  corpusPatterns(draft).flatMap(({ source, path, pattern }) => {
    const message = patternFault(pattern) === null ? patternSlowness(pattern) : null;
    return message === null ? [] : [problemAt(source, path, { code: "catastrophic-pattern", message })];
  });
