import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from "yaml";
import type { ParsedSource, SourceMember, SourceNode, SourceRange, SyntaxFault } from "./source-node.ts";

/** The plain part of YAML 1.2: what JSON can hold, without anchors, aliases and tags. */
export function parseYamlSource(text: string): ParsedSource {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    // Equal keys are found for JSON and YAML alike, with the place of the first.
    uniqueKeys: false,
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings].map(
    ({ code, message, pos }): SyntaxFault => ({
      code: code === "TAG_RESOLVE_FAILED" ? "yaml-tag" : "malformed-yaml",
      message: code === "MULTIPLE_DOCS" ? "a file holds one document" : message,
      start: pos[0],
      end: pos[1],
    }),
  );
  if (document.contents === null) {
    if (faults.length === 0) {
      faults.push({ code: "malformed-yaml", message: "the file is empty", start: 0, end: 0 });
    }
    return { root: null, faults };
  }
  if (faults.length > 0) return { root: null, faults };
  return { root: convert(document.contents, faults), faults };
}

function convert(node: Node, faults: SyntaxFault[]): SourceNode {
  const range = rangeOf(node);
  const refuse = (code: string, message: string): void => {
    faults.push({ ...range, code, message });
  };
  if (isAlias(node)) {
    refuse("yaml-alias", "aliases are not allowed: write the value out");
    return { ...range, kind: "scalar", value: null };
  }
  if (node.anchor !== undefined) refuse("yaml-alias", "anchors are not allowed: write the value out");
  if (node.tag !== undefined) refuse("yaml-tag", `tags such as ${node.tag} are not allowed`);
  if (isSeq<Node>(node)) {
    return { ...range, kind: "list", items: node.items.map((item) => convert(item, faults)) };
  }
  if (isMap<Node, Node | null>(node)) {
    return { ...range, kind: "map", members: node.items.flatMap((pair) => convertPair(pair, faults)) };
  }
  const value: unknown = isScalar(node) ? node.value : undefined;
  if (
    value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  ) {
    return { ...range, kind: "scalar", value };
  }
  refuse("malformed-yaml", "only text, numbers, true, false and null are allowed here");
  return { ...range, kind: "scalar", value: null };
}

function convertPair(pair: Pair<Node, Node | null>, faults: SyntaxFault[]): SourceMember[] {
  const keyRange = rangeOf(pair.key);
  const key: unknown = isScalar(pair.key) ? pair.key.value : undefined;
  if (!isPair(pair) || key === null || key === undefined || typeof key === "object") {
    faults.push({ ...keyRange, code: "malformed-yaml", message: "a key is a word or a number" });
    return [];
  }
  if (isScalar(pair.key) && pair.key.anchor !== undefined) {
    faults.push({ ...keyRange, code: "yaml-alias", message: "anchors are not allowed: write the value out" });
  }
  if (isScalar(pair.key) && pair.key.tag !== undefined) {
    faults.push({ ...keyRange, code: "yaml-tag", message: `tags such as ${pair.key.tag} are not allowed` });
  }
  const empty: SourceNode = { start: keyRange.end, end: keyRange.end, kind: "scalar", value: null };
  return [{ key: String(key), keyRange, node: pair.value === null ? empty : convert(pair.value, faults) }];
}

function rangeOf(node: Node): SourceRange {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}
