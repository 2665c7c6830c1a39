import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../problem-at.ts";
import type { SourceFile } from "../source-file.ts";
import type { SourcePath } from "../source-node.ts";

interface Named {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly id: string | undefined;
}

/** Scenarios, checks, lexicons, cards and facts are each called something that nothing else of their kind is. */
export const duplicateIds: CorpusRule = (draft) => [
  ...duplicates(
    "scenario",
    draft.scenarios.map(({ source, draft: { scenario_id: id } }) => ({ source, path: ["scenario_id"], id })),
  ),
  ...duplicates(
    "check",
    draft.checks.map(({ source, draft: { id } }) => ({ source, path: ["id"], id })),
  ),
  ...duplicates(
    "lexicon",
    draft.lexicons.map(({ source, draft: { name: id } }) => ({ source, path: ["name"], id })),
  ),
  ...duplicates(
    "card",
    draft.golden.flatMap(({ source, draft: { cards = [] } }) =>
      cards.map((card, index) => ({ source, path: ["cards", index, "card_id"], id: card?.card_id })),
    ),
  ),
  ...duplicates(
    "fact",
    draft.reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.map((fact, index) => ({ source, path: ["facts", index, "id"], id: fact?.id })),
    ),
  ),
];

function duplicates(kind: string, all: readonly Named[]): readonly Problem[] {
  const first = new Map<string, Named>();
  return all.flatMap((named) => {
    if (named.id === undefined) return [];
    const before = first.get(named.id);
    if (before === undefined) {
      first.set(named.id, named);
      return [];
    }
    const { line, column } = before.source.locate(before.path);
    const message = `two ${kind}s are called "${named.id}": the other is at ${before.source.file}:${line}:${column}`;
    return [problemAt(named.source, named.path, { code: "duplicate-id", message })];
  });
}
