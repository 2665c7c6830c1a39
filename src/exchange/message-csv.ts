import type { Transcript } from "../schema/transcript.ts";
import { csvRow } from "./csv-row.ts";
import { MESSAGE_COLUMNS } from "./message-rows.ts";

/** One row per message as RFC 4180 has it; an unknown value is an empty cell. */
export function messageCsv(transcripts: readonly Transcript[], runId: string): string {
  const rows = transcripts.flatMap((transcript) =>
    transcript.messages.map((message) =>
      csvRow(MESSAGE_COLUMNS.map((column) => column.read(message, transcript, runId))),
    ),
  );
  return [csvRow(MESSAGE_COLUMNS.map(({ name }) => name)), ...rows].join("");
}
