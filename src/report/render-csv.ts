import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { Summary } from "../schema/scan/summary.ts";
import { regardQuestionColumns, SCORE_COLUMNS } from "../tables/scorecard-columns.ts";
import type { Value } from "../tables/table.ts";
import { type CsvCell, csvRow } from "../text/csv/csv-rows.ts";

type Columns = Readonly<Record<string, (scorecard: Scorecard, summary: Summary) => CsvCell>>;

const COLUMNS: Columns = {
  transcript_id: ({ transcript_id }) => transcript_id,
  model_id: ({ model_id }) => model_id,
  scenario_id: ({ scenario_id }) => scenario_id,
  repeat: ({ repeat }) => repeat,
  ...readAsWords(SCORE_COLUMNS),
  profile: (_, { profile }) => profile,
  judge: (_, { judge }) => judge,
  scoring_fingerprint: ({ scoring_fingerprint }) => scoring_fingerprint,
};

function readAsWords(columns: typeof SCORE_COLUMNS): Columns {
  return Object.fromEntries(
    columns.map(({ name, read }) => [name, (card: Scorecard) => inWords(read(card))]),
  );
}

/** The table is for people, so a list becomes words separated by blanks. */
function inWords(value: Value): CsvCell {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.join(" ") : JSON.stringify(value);
}

/** One column for each regard question that was asked, after the others; the corpus defines the questions. */
function questionColumns(scorecards: readonly Scorecard[]): Columns {
  const ids = new Set(scorecards.flatMap(({ scorers }) => Object.keys(scorers.regard?.questions ?? {})));
  return readAsWords([...ids].toSorted().flatMap(regardQuestionColumns));
}

/** One row per transcript, in the format of RFC 4180; an unknown value is an empty cell. */
export function renderCsv(scorecards: readonly Scorecard[], summary: Summary): string {
  // Only with a router; without one the table keeps its old columns.
  const routed: Columns = summary.router === undefined ? {} : { router: (_, { router = null }) => router };
  const columns = Object.entries({ ...COLUMNS, ...questionColumns(scorecards), ...routed });
  const rows = [
    columns.map(([title]) => title),
    ...scorecards.map((scorecard) => columns.map(([, read]) => read(scorecard, summary))),
  ];
  return rows.map(csvRow).join("");
}
