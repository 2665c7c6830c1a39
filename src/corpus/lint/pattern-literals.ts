import { normalizeText } from "../../text/normalize-text.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";
import { parsePattern } from "./parse-pattern.ts";
import { requiresOneOf } from "./requires-one-of.ts";

/** A pattern is only tried where its literal was found, so everything it matches must hold it. */
export const patternLiterals: CorpusRule = (draft) =>
  corpusPatterns(draft).flatMap(({ source, path, pattern, literal }) => {
    if (literal === undefined || patternFault(pattern) !== null) return [];
    const place = [...path.slice(0, -1), "literal"];
    const literals = [literal].flat();
    const loud = literals.find((item) => item !== item.toLowerCase());
    if (loud !== undefined) {
      const message = "a literal is looked up in lower-case text: write it in lower case";
      return [problemAt(source, place, { code: "literal-case", message, nearest: loud.toLowerCase() })];
    }
    if (
      requiresOneOf(
        parsePattern(pattern),
        literals.map((item) => normalizeText(item).text),
      )
    )
      return [];
    const named = literals.map((item) => `"${item}"`).join(" or ");
    const message = `the pattern can match text without ${named}, which would then never be tried`;
    return [problemAt(source, place, { code: "literal-not-required", message })];
  });
