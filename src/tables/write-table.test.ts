import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Duck, describeParquet, duckColumns, openDuck, reading } from "./duckdb.fixture.ts";
import type { Cell, ColumnFacts } from "./table.ts";
import { parquetPieces } from "./write-parquet.ts";
import { csvPieces, jsonlPieces } from "./write-table.ts";

const COLUMNS = [
  { name: "id", type: "integer", about: "" },
  { name: "words", type: "text", nullable: true, about: "" },
  { name: "list", type: "json", nullable: true, about: "" },
  { name: "tokens", type: "long", nullable: true, about: "" },
  { name: "share", type: "number", nullable: true, about: "" },
  { name: "flag", type: "boolean", nullable: true, about: "" },
  { name: "moment", type: "time", nullable: true, about: "" },
] as const satisfies readonly ColumnFacts[];

/** Text that a spreadsheet, a line reader or a CSV reader could misread. */
const HOSTILE = [
  "",
  " ",
  "=1+1",
  "'=1+1",
  "''@x",
  "+1",
  "-2+3",
  "@SUM(A1)",
  "\ttab",
  "carriage\r\nreturn\r",
  "\r",
  "two\nlines",
  '"quoted", comma',
  '"',
  "'",
  "emoji 👩🏽‍🦽 and 好",
  "line\u2028and\u2029paragraph",
  "a mark \ufeff inside",
  "NULL",
  "null",
  "\\N",
  "\\",
  "{}",
];

const line = fc.tuple(
  fc.option(fc.string({ unit: "grapheme", maxLength: 12 })),
  fc.option(fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 })),
  fc.option(fc.integer({ min: 0, max: 2 ** 45 })),
  // Neither JSON nor CSV has a negative zero.
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)),
  fc.option(fc.boolean()),
  fc.option(fc.date({ min: new Date("1980-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })),
);
const drawn = fc.sample(line, { numRuns: 300, seed: 7 });
const NOTHING = [null, null, null, null, null] as const;
const rows: readonly (readonly Cell[])[] = [
  ...HOSTILE.map((words): readonly Cell[] => [words, ...NOTHING]),
  ...drawn.map(([words, list, tokens, share, flag, at]): readonly Cell[] => [
    words?.replaceAll("\0", "") ?? null,
    list === null ? null : JSON.stringify(list),
    tokens,
    share,
    flag,
    at?.toISOString() ?? null,
  ]),
].map((cells, index) => [index, ...cells]);

const streamed = async function* () {
  yield* rows;
};
const table = () => ({ columns: COLUMNS, rows: streamed() });

let folder: string;
let duck: Duck;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ib-tables-"));
  duck = await openDuck();
  await writeFile(join(folder, "t.csv"), csvPieces(table()));
  await writeFile(join(folder, "t.jsonl"), jsonlPieces(table()));
  await writeFile(join(folder, "t.parquet"), parquetPieces(table()));
});
afterAll(async () => {
  duck[Symbol.dispose]();
  await rm(folder, { recursive: true });
});

test("a Parquet file says the types, and what must be known", async () => {
  const file = join(folder, "t.parquet");
  expect(await describeParquet(duck, file)).toEqual(duckColumns(COLUMNS));
  const [id, words] = await duck.ask(
    `SELECT name, repetition_type FROM parquet_schema('${file}') WHERE name IN ('id', 'words')`,
  );
  expect([id, words]).toEqual([
    { name: "id", repetition_type: "REQUIRED" },
    { name: "words", repetition_type: "OPTIONAL" },
  ]);
});

test.each(["parquet", "csv", "jsonl"] as const)(
  "another program reads from %s what was written, the hostile and the missing alike",
  async (format) => {
    const from = reading[format](join(folder, `t.${format}`), COLUMNS);
    const read = await duck.ask(
      `SELECT * REPLACE (strftime(moment, '%Y-%m-%dT%H:%M:%S.%gZ') AS moment) FROM (${from}) ORDER BY id`,
    );
    const written = rows.map((row) =>
      Object.fromEntries(
        COLUMNS.map(({ name, type }, index) => {
          const cell = row[index] ?? null;
          return [name, type === "long" && cell !== null ? String(cell) : cell];
        }),
      ),
    );
    expect(read).toEqual(written);
  },
);

test("no cell of a CSV file begins a formula", async () => {
  const pieces = await Array.fromAsync(csvPieces(table()));
  const cells = pieces.map((piece) => piece.split(",")[1] ?? "");
  expect(cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell))).toEqual([]);
});

test("many rows go into several row groups, and none is lost", async () => {
  const many = async function* () {
    for (let index = 0; index < 45_000; index += 1) yield [index, `row ${index}`] as const;
  };
  const file = join(folder, "many.parquet");
  await writeFile(file, parquetPieces({ columns: COLUMNS.slice(0, 2), rows: many() }));
  const [counted] = await duck.ask(
    `SELECT count(*)::INTEGER AS n, sum(id)::INTEGER AS sum, count(DISTINCT words)::INTEGER AS words FROM '${file}'`,
  );
  expect(counted).toEqual({ n: 45_000, sum: (45_000 * 44_999) / 2, words: 45_000 });
  const [groups] = await duck.ask(
    `SELECT count(DISTINCT row_group_id)::INTEGER AS n FROM parquet_metadata('${file}')`,
  );
  expect(groups).toEqual({ n: 5 });
});
