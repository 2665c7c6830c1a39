import type { CorpusRule } from "../corpus-draft.ts";
import { fileStem } from "../file-stem.ts";
import { problemAt } from "../problem-at.ts";

/** Checks, lexicons and golden sets are filed under their names. */
export const fileNames: CorpusRule = (draft) => {
  const named = [
    ...draft.checks.map(({ source, draft: { id } }) => ({ source, path: ["id"], id })),
    ...draft.lexicons.map(({ source, draft: { name: id } }) => ({ source, path: ["name"], id })),
  ];
  const misfiled = named.flatMap(({ source, path, id }) => {
    const stem = fileStem(source.file);
    if (id === undefined || id === stem) return [];
    return [
      problemAt(source, path, { code: "wrong-file-name", message: `"${id}" is in a file named "${stem}"` }),
    ];
  });
  const strayCards = draft.golden.flatMap(({ source, draft: { cards = [] } }) => {
    const stem = fileStem(source.file);
    return cards.flatMap((card, index) => {
      if (card?.card_id === undefined || card.card_id.startsWith(`${stem}-`)) return [];
      const message = `the card "${card.card_id}" is in the set of ${stem}`;
      return [problemAt(source, ["cards", index, "card_id"], { code: "wrong-file-name", message })];
    });
  });
  return [...misfiled, ...strayCards];
};
