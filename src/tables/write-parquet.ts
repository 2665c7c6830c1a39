import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Cell, ColumnType } from "./table.ts";
import type { TableRows } from "./write-table.ts";

const PARQUET_TYPES = {
  text: "STRING",
  json: "STRING",
  integer: "INT32",
  long: "INT64",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  time: "TIMESTAMP",
} as const satisfies Readonly<Record<ColumnType, string>>;

/** Row limit of a row group; a text limit also applies. Memory holds one group at a time. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 8_000_000;

/** Writes typed Parquet in row groups with Snappy compression; an unknown value is null. */
export async function* parquetPieces({ columns, rows }: TableRows): AsyncGenerator<Uint8Array> {
  const sources = columns.map(({ name, type, nullable = false }) => ({
    name,
    type: PARQUET_TYPES[type],
    nullable,
    data: [],
  }));
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: sources }) });
  const taken = () => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  const write = async (group: readonly (readonly Cell[])[]) => {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: group.map((row) => parquetValue(type, row[index] ?? null)),
    }));
    await file.write({ columnData, rowGroupSize: group.length });
    return taken();
  };

  let group: (readonly Cell[])[] = [];
  let characters = 0;
  for await (const row of rows) {
    group.push(row);
    for (const cell of row) if (typeof cell === "string") characters += cell.length;
    if (group.length < GROUP_ROWS && characters < GROUP_CHARACTERS) continue;
    yield await write(group);
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield await write(group);
  await file.finish();
  yield taken();
}

function parquetValue(type: ColumnType, cell: Cell): Cell | bigint | Date {
  if (cell === null) return null;
  if (type === "long") return BigInt(Number(cell));
  return type === "time" ? new Date(String(cell)) : cell;
}
