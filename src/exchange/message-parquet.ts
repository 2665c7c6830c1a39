import { parquetWriteBuffer } from "hyparquet-writer";
import type { Transcript } from "../schema/run/transcript.ts";
import { columnCells, MESSAGE_COLUMNS } from "./message-tables.ts";

/** One row per message, typed, compressed with Snappy; an unknown value is null. */
export function messageParquet(transcripts: readonly Transcript[], runId: string): Uint8Array {
  const columnData = MESSAGE_COLUMNS.map((column) => ({
    name: column.name,
    type: column.type,
    data: columnCells(column, transcripts, runId),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
