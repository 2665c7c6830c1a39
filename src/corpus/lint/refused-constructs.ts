import type { AST } from "@eslint-community/regexpp";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import { corpusPatterns, patternFault } from "./corpus-patterns.ts";
import { parsePattern, someNode } from "./parse-pattern.ts";

/** A lexicon's patterns do without back-references and look-behind, so that any engine can run them. */
export const refusedConstructs: CorpusRule = (draft) =>
  corpusPatterns(draft).flatMap(({ source, path, pattern, use }) => {
    if (use === "branch" || patternFault(pattern) !== null) return [];
    const tree = parsePattern(pattern);
    const found = [
      ...(someNode(tree, (node) => node.type === "Backreference") ? ["back-references"] : []),
      ...(someNode(tree, isLookBehind) ? ["look-behind"] : []),
    ];
    return found.map((name) =>
      problemAt(source, path, { code: "refused-construct", message: `patterns have no ${name}` }),
    );
  });

function isLookBehind(node: AST.Node): boolean {
  return node.type === "Assertion" && node.kind === "lookbehind";
}
