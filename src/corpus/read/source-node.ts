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

/** A mistake of form, which the syntax refuses and not the schema. */
export interface SyntaxFault extends SourceRange {
  readonly code: string;
  readonly message: string;
  /** Offset of the first of two equal things. */
  readonly first?: number;
}

export interface ParsedSource {
  /** `null` if the text is no document at all. */
  readonly root: SourceNode | null;
  readonly faults: readonly SyntaxFault[];
}

/** The plain value of a node. The first of two equal keys counts; the second is already reported as a fault. */
export function nodeValue(node: SourceNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(nodeValue);
  const object: Record<string, unknown> = {};
  for (const { key, node: member } of node.members) {
    // Assigning to __proto__ would change the object's prototype instead of adding a key.
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

/** Deeper than any artefact, and shallow enough for every recursive reader. */
const MAX_DEPTH = 50;

/** Faults that both JSON and YAML accept and a corpus does not: equal keys, `__proto__`, too deep nesting. */
export function syntaxFaults(root: SourceNode): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  visit(root, 0, faults);
  return faults;
}

function visit(node: SourceNode, depth: number, faults: SyntaxFault[]): void {
  if (depth > MAX_DEPTH) {
    faults.push({
      code: "too-deep",
      message: `nested more than ${MAX_DEPTH} deep`,
      start: node.start,
      end: node.end,
    });
    return;
  }
  if (node.kind === "list") for (const item of node.items) visit(item, depth + 1, faults);
  if (node.kind !== "map") return;
  const firstPlaces = new Map<string, number>();
  for (const { key, keyRange, node: member } of node.members) {
    // Hashing folds keys the same way: two keys with the same folded form are equal.
    const folded = key.normalize("NFC").replace(/\r\n?/g, "\n");
    const first = firstPlaces.get(folded);
    if (first !== undefined) {
      faults.push({ ...keyRange, code: "duplicate-key", message: `the key "${key}" is there twice`, first });
    } else if (key === "__proto__") {
      faults.push({ ...keyRange, code: "unknown-key", message: `unknown key "${key}"` });
    }
    firstPlaces.set(folded, first ?? keyRange.start);
    visit(member, depth + 1, faults);
  }
}
