import { BESIDE_THE_SCORES, describeScorers, NOTHING_TO_JUDGE } from "../../domain/scorer-words.ts";
import type { ModelScorers } from "../../schema/scan/summary.ts";
import { markdownTable } from "../render-table.ts";
import { escapeMarkdown } from "../safe-text.ts";

/** Results of the scorers outside the gates, one column per model; for `summary.md` and a model's page on a board. */
export function scorerTable(
  models: readonly { readonly model_id: string; readonly scorers: ModelScorers }[],
  fewestForRate: number,
): string {
  const columns = models.map(({ scorers }) => describeScorers(scorers, fewestForRate));
  const names = new Map(columns.flat().map(({ name, isPart }) => [name, isPart]));
  const order = [...columns].toSorted((a, b) => b.length - a.length)[0] ?? [];
  const listed = [...new Set([...order.map(({ name }) => name), ...names.keys()])];
  const wordsOf = (name: string) =>
    columns.map((lines) => lines.find((line) => line.name === name)?.words ?? "");
  const rows = listed.map((name) => ({ name, words: wordsOf(name) }));
  const isEmpty = rows.every(({ words }) => words.every((word) => word === NOTHING_TO_JUDGE || word === ""));
  if (isEmpty) return `They had nothing to judge. ${BESIDE_THE_SCORES}`;
  return [
    BESIDE_THE_SCORES,
    markdownTable(
      ["", ...models.map(({ model_id }) => escapeMarkdown(model_id))],
      rows.map(({ name, words }) => [
        names.get(name) ? `… ${escapeMarkdown(name)}` : name,
        ...words.map(escapeMarkdown),
      ]),
    ),
  ].join("\n\n");
}
