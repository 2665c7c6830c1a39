/** A table to be handed out: what its columns mean, said once, for every format and for docs/tables.md. */
import type { RunId, TranscriptId } from "../schema/ids.ts";
import type { CostReport, RunManifest } from "../schema/run/manifest.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";
import type { Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** How a column's values are written; `json` is a list or an object as JSON text, in every format. */
export type ColumnType = "text" | "integer" | "long" | "number" | "boolean" | "time" | "json";

type Simple = string | number | boolean | null;
/** As a column reads it; lists and objects become JSON text when they are written. */
export type Value = Simple | readonly unknown[] | Readonly<Record<string, unknown>>;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether a value may be unknown. */
  readonly nullable?: true;
  /** One sentence for docs/tables.md. */
  readonly about: string;
  read(row: Row): Value;
}

function columnOf(type: ColumnType) {
  const make = <Row>(name: string, about: string, read: (row: Row) => Value): Column<Row> => ({
    name,
    type,
    about,
    read,
  });
  return Object.assign(make, {
    /** A column whose value may be unknown. */
    orNull: <Row>(name: string, about: string, read: (row: Row) => Value | undefined): Column<Row> => ({
      name,
      type,
      nullable: true,
      about,
      read: (row) => read(row) ?? null,
    }),
  });
}

/** A column of each type: `column.text("model_id", "Who replied.", (row) => row.model_id)`. */
export const column = {
  text: columnOf("text"),
  integer: columnOf("integer"),
  long: columnOf("long"),
  number: columnOf("number"),
  boolean: columnOf("boolean"),
  time: columnOf("time"),
  json: columnOf("json"),
};

/** A value as it is written: an empty text is not the same as null. */
export type Cell = Simple;

/** What every reader of a table has to know of a column. */
export type ColumnFacts = Pick<Column<never>, "name" | "type" | "nullable" | "about">;

export interface Table {
  readonly name: string;
  /** What a row is. */
  readonly about: string;
  /** Columns that no two rows have alike. */
  readonly key: readonly string[];
  readonly columns: readonly ColumnFacts[];
  /** In the order of the files they are read from, one at a time. */
  rows(source: TableSource): AsyncIterable<readonly Cell[]>;
}

/** What is known of a conversation beside its words and its verdicts. */
export interface KnownConversation {
  readonly run_id: RunId;
  readonly imported_id: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  readonly labels: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Whether it came to its end; `null` where no scan says so. */
  readonly complete: boolean | null;
}

/** Where rows come from, one after the other. */
export interface TableSource {
  readonly scanId: RunId | null;
  readonly judge: string | null;
  readonly profile: string | null;
  /** Also verdicts of checks that were not eligible. */
  readonly all: boolean;
  /** Only what concerns this model. */
  readonly model: string | null;
  /** @param header where somebody has read it already */
  conversation(id: TranscriptId, header?: TranscriptHeader): Promise<KnownConversation>;
  transcripts(): AsyncIterable<Transcript>;
  verdicts(): AsyncIterable<VerdictRow>;
  scorecards(): AsyncIterable<Scorecard>;
  readonly runs: readonly {
    readonly runId: RunId;
    readonly plan: StoredRunPlan;
    /** `null` of a run whose last step was cut off. */
    readonly manifest: RunManifest | null;
  }[];
  readonly costReport: CostReport | null;
}

/** A table of which everybody but its author sees cells, not rows. */
export function defineTable<Row>(declared: {
  readonly name: string;
  readonly about: string;
  readonly key: readonly string[];
  readonly columns: readonly Column<Row>[];
  readonly rows: (source: TableSource) => AsyncIterable<Row>;
}): Table {
  const { columns, rows, ...facts } = declared;
  return {
    ...facts,
    columns,
    async *rows(source) {
      for await (const row of rows(source)) yield columns.map((column) => writtenCell(column, row));
    },
  };
}

/** One value as it is written. */
export function writtenCell<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.read(row);
  if (value === null) {
    if (column.nullable) return null;
    throw new TypeError(`${column.name} is declared to be known in every row`);
  }
  return typeof value === "object" ? JSON.stringify(value) : value;
}
