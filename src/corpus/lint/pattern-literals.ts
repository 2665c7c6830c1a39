import { normalizeText } from "../../text/normalize-text.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";
import { parsePattern } from "./parse-pattern.ts";
import { requiresLiteral } from "./requires-literal.ts";

/** A pattern is only tried where its literal was found, so everything it matches must hold it. */
export const patternLiterals: CorpusRule = (draft) =>
  corpusPatterns(draft).flatMap(({ source, path, pattern, literal }) => {
    if (literal === undefined || patternFault(pattern) !== null) return [];
    const place = [...path.slice(0, -1), "literal"];
    if (literal !== literal.toLowerCase()) {
      const message = "a literal is looked up in lower-case text: write it in lower case";
      return [problemAt(source, place, { code: "literal-case", message, nearest: literal.toLowerCase() })];
    }
    if (requiresLiteral(parsePattern(pattern), normalizeText(literal).text)) return [];
    const message = `the pattern can match text without "${literal}", which would then never be tried`;
    return [problemAt(source, place, { code: "literal-not-required", message })];
  });
