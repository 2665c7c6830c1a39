import { type CsvCell, csvRow } from "../csv/csv-rows.ts";
import type { FindRow } from "./find-rows.ts";
import type { WordMatcher } from "./match-words.ts";
import { describeBallots, rowWords } from "./row-words.ts";

type Column = (row: FindRow, matcher: WordMatcher | null) => CsvCell;

const COLUMNS: Readonly<Record<string, Column>> = {
  scan: ({ index }) => index.scan,
  model_id: ({ index }) => index.model_id,
  kind: ({ kind }) => kind,
  mode_id: ({ verdict }) => verdict?.mode_id ?? null,
  severity: ({ verdict }) => verdict?.severity ?? null,
  scenario_id: ({ conversation }) => conversation.scenario_id,
  repeat: ({ conversation }) => conversation.repeat,
  turn: ({ turn }) => turn,
  words: (row, matcher) => rowWords(row, matcher)[0]?.text ?? "",
  rationale: ({ verdict }) => verdict?.rationales[0] ?? null,
  votes: (row) => describeBallots(row),
  contested: ({ verdict }) => (verdict === null ? null : verdict.contested ? "yes" : "no"),
  label: ({ verdict }) => verdict?.label ?? null,
};

/** Renders rows as CSV, one line per row. */
export function renderRowsCsv(rows: readonly FindRow[], matcher: WordMatcher | null): string {
  const names = Object.keys(COLUMNS);
  const lines = rows.map((row) => Object.values(COLUMNS).map((column) => column(row, matcher)));
  return [names, ...lines].map(csvRow).join("");
}
