import type { SourceNode, SyntaxFault } from "./source-node.ts";

/** Deeper than any artefact, shallow enough for every reader that recurses. */
const MAX_DEPTH = 50;

/** What both JSON and YAML let pass and a corpus does not: equal keys, `__proto__`, a bottomless nest. */
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
    // Hashing folds keys the same way: two that it cannot tell apart are equal.
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
