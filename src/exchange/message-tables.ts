import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";

interface Column {
  readonly name: string;
  /** Parquet's name for the type. */
  readonly type: "STRING" | "INT32" | "DOUBLE" | "BOOLEAN";
  read(message: TranscriptMessage, transcript: Transcript, runId: string): Cell;
}
export type Cell = string | number | boolean | null;

/** One row per message: what csv and parquet hold, column by column. */
export const MESSAGE_COLUMNS: readonly Column[] = [
  { name: "run_id", type: "STRING", read: (_, __, runId) => runId },
  { name: "transcript_id", type: "STRING", read: (_, { header }) => header.transcript_id },
  { name: "model_id", type: "STRING", read: (_, { header }) => header.model_id },
  { name: "scenario_id", type: "STRING", read: (_, { header }) => header.scenario_id },
  { name: "repeat", type: "INT32", read: (_, { header }) => header.repeat },
  { name: "harness", type: "STRING", read: (_, { header }) => header.harness },
  { name: "simulated", type: "BOOLEAN", read: (_, { header }) => header.simulated },
  { name: "private", type: "BOOLEAN", read: (_, { header }) => header.private ?? false },
  { name: "complete", type: "BOOLEAN", read: (_, { header }) => header.complete },
  { name: "turn", type: "INT32", read: ({ turn }) => turn },
  { name: "role", type: "STRING", read: ({ role }) => role },
  { name: "content", type: "STRING", read: ({ content }) => content },
  { name: "session_number", type: "INT32", read: ({ session_number }) => session_number ?? null },
  { name: "elapsed_minutes", type: "DOUBLE", read: ({ elapsed_minutes }) => elapsed_minutes ?? null },
  { name: "branch_id", type: "STRING", read: ({ branch_id }) => branch_id ?? null },
  { name: "answers", type: "STRING", read: ({ answers }) => answers?.join(" ") ?? null },
  { name: "finish_reason", type: "STRING", read: ({ finish_reason }) => finish_reason ?? null },
  { name: "truncated", type: "BOOLEAN", read: ({ truncated }) => truncated ?? false },
  { name: "error", type: "STRING", read: ({ error }) => error ?? null },
];

/** The cells of one column, over all messages of all transcripts. */
export function columnCells(column: Column, transcripts: readonly Transcript[], runId: string): Cell[] {
  return transcripts.flatMap((transcript) =>
    transcript.messages.map((message) => column.read(message, transcript, runId)),
  );
}

/** One row per message as RFC 4180 has it; an unknown value is an empty cell. */
export function messageCsv(transcripts: readonly Transcript[], runId: string): string {
  const rows = transcripts.flatMap((transcript) =>
    transcript.messages.map((message) =>
      csvRow(MESSAGE_COLUMNS.map((column) => column.read(message, transcript, runId))),
    ),
  );
  return [csvRow(MESSAGE_COLUMNS.map(({ name }) => name)), ...rows].join("");
}

/** Cells as a line of RFC 4180. */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | number | boolean | null): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  // A spreadsheet runs a cell that begins so as a formula.
  const inert = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
