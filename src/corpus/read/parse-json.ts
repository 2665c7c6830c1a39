import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ParsedSource, SourceMember, SourceNode, SyntaxFault } from "./source-node.ts";

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not JSON",
  InvalidNumberFormat: "this is not a number",
  PropertyNameExpected:
    "a key in double quotes is expected here (JSON allows no comma before a closing brace)",
  ValueExpected: "a value is expected here (JSON allows no comma before a closing bracket)",
  ColonExpected: "a colon is expected after a key",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a closing brace is expected here",
  CloseBracketExpected: "a closing bracket is expected here",
  EndOfFileExpected: "the document has ended before this",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "this text has no closing quote",
  UnexpectedEndOfNumber: "this number is not finished",
  InvalidUnicode: "this \\u escape is not finished",
  InvalidEscapeCharacter: "JSON does not know this escape",
  InvalidCharacter: "a control character inside text must be escaped (a line break is \\n)",
};

/** Strict JSON: no comments, no trailing commas. */
export function parseJsonSource(text: string): ParsedSource {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const faults = errors.map(
    ({ error, offset, length }): SyntaxFault => ({
      code: "malformed-json",
      message: MESSAGES[printParseErrorCode(error)] ?? "this is not JSON",
      start: offset,
      end: offset + length,
    }),
  );
  return { root: faults.length === 0 && tree !== undefined ? convert(tree) : null, faults };
}

function convert(node: Node): SourceNode {
  const range = { start: node.offset, end: node.offset + node.length };
  if (node.type === "array") return { ...range, kind: "list", items: (node.children ?? []).map(convert) };
  if (node.type === "object") {
    return { ...range, kind: "map", members: (node.children ?? []).flatMap(convertProperty) };
  }
  return { ...range, kind: "scalar", value: node.value };
}

function convertProperty(property: Node): SourceMember[] {
  const [key, value] = property.children ?? [];
  if (key === undefined || value === undefined) return [];
  const keyRange = { start: key.offset, end: key.offset + key.length };
  return [{ key: String(key.value), keyRange, node: convert(value) }];
}
