/** Definition of an exported table: the meaning of its columns, stated once for every format and for docs/tables.md. */
import type { RunId, TranscriptId } from "../schema/ids.ts";
import type { CostReport, RunManifest } from "../schema/run/manifest.ts";
import type { StoredRunPlan } from "../schema/run/run-plan.ts";
import type { Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";

/** Type of a column's values; `json` is a list or an object as JSON text, in every format. */
export type ColumnType = "text" | "integer" | "long" | "number" | "boolean" | "time" | "json";

type Simple = string | number | boolean | null;
/** Value as the column reads it; lists and objects become JSON text in the output. */
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
    /** Makes a column whose value may be unknown. */
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

/** Value in the output; an empty text differs from null. */
export type Cell = Simple;

/** Properties of a column that every reader of a table needs. */
export type ColumnFacts = Pick<Column<never>, "name" | "type" | "nullable" | "about">;

export interface Table {
  readonly name: string;
  /** Meaning of a row. */
  readonly about: string;
  /** Columns that together identify a row. */
  readonly key: readonly string[];
  readonly columns: readonly ColumnFacts[];
  /** Reads rows in the order of their files, one file at a time. */
  rows(source: TableSource): AsyncIterable<readonly Cell[]>;
}

/** Facts about a conversation besides its messages and verdicts. */
export interface KnownConversation {
  readonly run_id: RunId;
  readonly imported_id: string | null;
  /** ISO 8601. */
  readonly at: string | null;
  readonly labels: readonly string[] | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Whether the conversation is complete; `null` without a scan. */
  readonly complete: boolean | null;
}

/** Source of rows, read in sequence. */
export interface TableSource {
  readonly scanId: RunId | null;
  readonly judge: string | null;
  readonly profile: string | null;
  /** Whether to include verdicts of checks that were not eligible. */
  readonly all: boolean;
  /** Restricts the rows to one model. */
  readonly model: string | null;
  /** @param header if it is already loaded */
  conversation(id: TranscriptId, header?: TranscriptHeader): Promise<KnownConversation>;
  transcripts(): AsyncIterable<Transcript>;
  verdicts(): AsyncIterable<VerdictRow>;
  scorecards(): AsyncIterable<Scorecard>;
  readonly runs: readonly {
    readonly runId: RunId;
    readonly plan: StoredRunPlan;
    /** `null` for a run whose last step was interrupted. */
    readonly manifest: RunManifest | null;
  }[];
  readonly costReport: CostReport | null;
}

/** Defines a table. Only its definition knows the row type; callers get cells. */
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

/** Converts one value for the output. */
export function writtenCell<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.read(row);
  if (value === null) {
    if (column.nullable) return null;
    throw new TypeError(`${column.name} is declared to be known in every row`);
  }
  return typeof value === "object" ? JSON.stringify(value) : value;
}
