import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { csvRow } from "../exchange/csv-row.ts";
import { boardTable } from "../publish/board-table.ts";
import { renderModelPage } from "../report/render-model-page.ts";
import type { Leaderboard } from "../schema/leaderboard.ts";
import { modelSlug } from "../store/run-directory.ts";

export const BOARD_FILE = "leaderboard.json";
export const PAGES_FOLDER = "models";

/** Everything a board's folder holds, by path: the same bytes for the same board. */
export function boardFiles(board: Leaderboard): ReadonlyMap<string, string | Uint8Array> {
  const columns = boardTable(board);
  const lines = board.models.map((_, index) => columns.map(({ data }) => data[index] ?? null));
  return new Map<string, string | Uint8Array>([
    [BOARD_FILE, writeBoard(board)],
    ["leaderboard.csv", [columns.map(({ name }) => name), ...lines].map(csvRow).join("")],
    ["leaderboard.parquet", new Uint8Array(parquetWriteBuffer({ columnData: [...columns] }))],
    ...board.models.map(
      (model) =>
        [join(PAGES_FOLDER, `${modelSlug(model.model_id)}.md`), renderModelPage(board, model)] as const,
    ),
  ]);
}

/** One part to a line, and one line for each item of a list: small, and a difference shows where it is. */
function writeBoard(board: Leaderboard): string {
  const parts = Object.entries(board).map(([key, value]) => {
    const written = Array.isArray(value)
      ? `[\n${value.map((item) => JSON.stringify(item)).join(",\n")}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(key)}: ${written}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}
