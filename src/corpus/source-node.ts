/** Keys and indices from the root of a file to one of its values. */
export type SourcePath = readonly (string | number)[];

/** Half-open, in UTF-16 units. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

export interface SourceMember {
  readonly key: string;
  readonly keyRange: SourceRange;
  readonly node: SourceNode;
}

/** A parsed value that remembers where it stood, whether it was written in JSON or in YAML. */
export type SourceNode = SourceRange &
  (
    | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
    | { readonly kind: "list"; readonly items: readonly SourceNode[] }
    | { readonly kind: "map"; readonly members: readonly SourceMember[] }
  );

/** A mistake of form: what the syntax, not the schema, refuses. */
export interface SyntaxFault extends SourceRange {
  readonly code: string;
  readonly message: string;
  /** Where the first of two equal things stands. */
  readonly first?: number;
}

export interface ParsedSource {
  /** `null` where the text is no document at all. */
  readonly root: SourceNode | null;
  readonly faults: readonly SyntaxFault[];
}

/** The plain value of a node. The first of two equal keys counts; the second is a fault already. */
export function nodeValue(node: SourceNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(nodeValue);
  const object: Record<string, unknown> = {};
  for (const { key, node: member } of node.members) {
    // Assigning to __proto__ would change the object's nature instead of adding a key.
    if (key !== "__proto__" && !Object.hasOwn(object, key)) object[key] = nodeValue(member);
  }
  return object;
}

/** The child that one step of a path leads to. */
export function childOf(node: SourceNode, step: string | number): SourceNode | undefined {
  if (node.kind === "list") return typeof step === "number" ? node.items[step] : undefined;
  return memberOf(node, step)?.node;
}

export function memberOf(node: SourceNode, step: string | number): SourceMember | undefined {
  return node.kind === "map" ? node.members.find((member) => member.key === String(step)) : undefined;
}
