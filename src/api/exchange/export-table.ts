import type { TableSource } from "../../tables/table.ts";
import { TABLES, type TableName } from "../../tables/tables.ts";
import { csvPieces, jsonlPieces, type TableFormat, type TableRows } from "../../tables/write-table.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { type Delivered, type Destination, deliver } from "./deliver.ts";
import {
  chosenModels,
  type ExportSource,
  knowConversations,
  openExportSource,
  readPlans,
  type WantedScan,
} from "./export-source.ts";

export interface ExportTableOptions extends Destination, Stoppable {
  readonly table: TableName;
  readonly to: TableFormat;
  /** Exports only the rows of one model. @default all */
  readonly model?: string;
  /** Also verdicts of checks that were not eligible. @default false */
  readonly all?: boolean;
}

export interface ExportedTable extends Delivered {
  readonly table: TableName;
  readonly format: TableFormat;
  readonly runIds: readonly string[];
  /** `null` if the table belongs to no scan. */
  readonly scanId: string | null;
  readonly rows: number;
}

const SCAN_OF: Readonly<Record<TableName, WantedScan>> = {
  messages: "none",
  verdicts: "one",
  votes: "one",
  findings: "one",
  scorecards: "one",
  costs: "any",
};

/** Yields one table of a run or a scan row by row, so that any size fits in memory. */
export async function exportTable(
  context: BenchContext,
  path: string,
  options: ExportTableOptions,
): Promise<ExportedTable> {
  const source = await openExportSource(context, path, SCAN_OF[options.table]);
  const { rows, delivered } = await writeTable(source, options);
  return {
    table: options.table,
    format: options.to,
    runIds: source.runs.map(({ runId }) => runId),
    scanId: source.scan?.scanId ?? null,
    rows,
    ...delivered,
  };
}

/** The table at its destination, and how many rows it has. */
export async function writeTable(
  source: ExportSource,
  options: ExportTableOptions,
): Promise<{ readonly rows: number; readonly delivered: Delivered }> {
  if (options.to === "parquet" && options.file === undefined) throw apiErrors.IB_BINARY_EXPORT();
  const { columns, rows } = TABLES[options.table];
  const read = await tableSource(source, options);
  const signal = signalOf(options);
  let count = 0;
  const counted = async function* () {
    for await (const row of rows(read)) {
      signal.throwIfAborted();
      count += 1;
      yield row;
    }
  };
  const delivered = await deliver(await piecesOf({ columns, rows: counted() }, options.to), options);
  return { rows: count, delivered };
}

async function piecesOf(rows: TableRows, format: TableFormat): Promise<AsyncIterable<string | Uint8Array>> {
  switch (format) {
    case "csv":
      return csvPieces(rows);
    case "jsonl":
      return jsonlPieces(rows);
    case "parquet":
      return (await import("../../tables/write-parquet.ts")).parquetPieces(rows);
  }
}

async function tableSource(
  source: ExportSource,
  { table, model, all = false }: ExportTableOptions,
): Promise<TableSource> {
  const { runs: stores, scan } = source;
  const runs = await readPlans(stores);
  const costReport = (await scan?.readCostReport()) ?? null;
  // Judges and routers have costs, and no conversations.
  const asked = table === "costs" ? callers(runs, costReport) : [];
  if (model === undefined || !asked.includes(model)) chosenModels(runs, model);
  const plan = (await scan?.readPlan()) ?? null;
  return {
    scanId: scan?.scanId ?? null,
    judge: plan?.judge?.model_id ?? null,
    profile: plan?.profile ?? null,
    all,
    model: model ?? null,
    conversation: await knowConversations(stores, runs, scan),
    transcripts: source.transcripts,
    verdicts: () => ofScan(scan).readVerdicts(),
    scorecards: () => ofScan(scan).readScorecards(),
    runs,
    costReport,
  };
}

function callers(runs: TableSource["runs"], report: TableSource["costReport"]): readonly string[] {
  const routers = runs.flatMap(({ manifest }) => manifest?.router?.model_id ?? []);
  return [
    ...routers,
    ...Object.keys(report?.actual?.by_model ?? {}),
    ...(report?.judge ? [report.judge] : []),
  ];
}

function ofScan(scan: ExportSource["scan"]): NonNullable<ExportSource["scan"]> {
  if (scan === null) throw new RangeError("a table of a scan was asked for without one");
  return scan;
}
