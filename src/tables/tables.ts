import { costsTable } from "./costs-table.ts";
import { findingsTable } from "./findings-table.ts";
import { messagesTable } from "./messages-table.ts";
import { scorecardsTable } from "./scorecards-table.ts";
import type { Table } from "./table.ts";
import { verdictsTable } from "./verdicts-table.ts";
import { votesTable } from "./votes-table.ts";

export const TABLE_NAMES = ["messages", "verdicts", "votes", "findings", "scorecards", "costs"] as const;
export type TableName = (typeof TABLE_NAMES)[number];

/** Every exported table of a run or a scan. */
export const TABLES: Readonly<Record<TableName, Table>> = {
  messages: messagesTable,
  verdicts: verdictsTable,
  votes: votesTable,
  findings: findingsTable,
  scorecards: scorecardsTable,
  costs: costsTable,
};
