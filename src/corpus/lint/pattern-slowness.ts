import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import { parsePattern } from "../../text/match/required-sets.ts";

/** Cached because several rules ask about the same patterns: the analysis is pure and takes about a millisecond. */
const analysed = new Map<string, string | null>();

/** Explains how input could make a valid pattern backtrack without end; `null` if none could. */
export function patternSlowness(pattern: string): string | null {
  const known = analysed.get(pattern);
  if (known !== undefined) return known;
  const slowness = analysePattern(pattern);
  analysed.set(pattern, slowness);
  return slowness;
}

function analysePattern(pattern: string): string | null {
  const { reports } = analyse({ source: pattern, flags: "iu" }, { reportTypes: { Move: false } });
  const worst = reports.find((report) => report.exponential) ?? reports[0];
  if (worst !== undefined) {
    const growth = worst.exponential ? "exponentially" : "with a power of the text's length";
    return `this pattern can backtrack ${growth}, for example on many "${worst.character.pick}": bound its repeats`;
  }
  if (someNode(parsePattern(pattern), isRiskyRepeat)) {
    return "an endless repeat of a group with alternatives or another endless repeat can backtrack without end: bound it, as in {0,3}";
  }
  return null;
}

function isRiskyRepeat(node: AST.Node): boolean {
  if (!isEndless(node) || (node.element.type !== "Group" && node.element.type !== "CapturingGroup"))
    return false;
  return someNode(node.element, (inner) => isEndless(inner) || hasAlternatives(inner));
}

function isEndless(node: AST.Node): node is AST.Quantifier {
  return node.type === "Quantifier" && node.max === Number.POSITIVE_INFINITY;
}

function hasAlternatives(node: AST.Node): boolean {
  return (node.type === "Group" || node.type === "CapturingGroup") && node.alternatives.length > 1;
}

/** Whether any node of a pattern matches the predicate. */
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
