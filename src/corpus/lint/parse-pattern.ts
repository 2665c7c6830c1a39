import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";

/** The syntax tree of a valid pattern, read with the flags that the matcher uses. */
export function parsePattern(pattern: string): AST.Pattern {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
}

/** Whether any node of a pattern is one that is looked for. */
export function someNode(node: AST.Node, isWanted: (node: AST.Node) => boolean): boolean {
  let isFound = false;
  const look = (at: AST.Node): void => {
    isFound ||= isWanted(at);
  };
  visitRegExpAST(node, {
    onAlternativeEnter: look,
    onAssertionEnter: look,
    onBackreferenceEnter: look,
    onCapturingGroupEnter: look,
    onGroupEnter: look,
    onQuantifierEnter: look,
  });
  return isFound;
}
