import type { CorpusRule } from "../corpus-draft.ts";
import { fileStem } from "../file-stem.ts";
import { problemAt } from "../problem-at.ts";

/** Every jurisdiction in use has a rule file. */
export const unknownJurisdictions: CorpusRule = ({ scenarios, golden, rules }) => {
  const known = new Set(rules.map(({ source }) => fileStem(source.file)));
  const uses = [
    ...scenarios.map(({ source, draft }) => ({ source, path: ["jurisdiction"], name: draft.jurisdiction })),
    ...golden.flatMap(({ source, draft: { cards = [] } }) =>
      cards.map((card, index) => ({
        source,
        path: ["cards", index, "jurisdiction"],
        name: card?.jurisdiction,
      })),
    ),
  ];
  return uses.flatMap(({ source, path, name }) => {
    if (name === undefined || known.has(name)) return [];
    const message = `there are no rules for "${name}": configs/rules/${name}.yaml is missing`;
    return [problemAt(source, path, { code: "unknown-jurisdiction", message })];
  });
};
