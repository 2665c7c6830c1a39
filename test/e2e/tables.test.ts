import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { QUALITY_DIMENSIONS } from "../../src/domain/dimensions.ts";
import { createBench } from "../../src/index.ts";
import { CostReport, RunManifest } from "../../src/schema/run/manifest.ts";
import { BlindspotRates, Summary } from "../../src/schema/scan/summary.ts";
import {
  type Duck,
  describeParquet,
  differing,
  duckColumns,
  openDuck,
  reading,
} from "../../src/tables/duckdb.fixture.ts";
import { TABLE_NAMES, TABLES } from "../../src/tables/tables.ts";
import { TABLE_FORMATS } from "../../src/tables/write-table.ts";
import { evaluatedRun, scanFolder, succeed } from "./evaluated-run.fixture.ts";
import type { TemporaryFolder } from "./temporary-folder.fixture.ts";

let folder: TemporaryFolder;
let scan: string;
let duck: Duck;
const file = (table: string, format = "parquet") => join(folder.path, `${table}.${format}`);
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, "utf8"));

/** Every table of one eval, in every format. */
beforeAll(async () => {
  folder = await evaluatedRun();
  scan = await scanFolder(join(folder.path, "all"));
  duck = await openDuck();
  const bench = createBench({ results: folder.path });
  for (const table of TABLE_NAMES)
    for (const to of TABLE_FORMATS) await bench.exportTable("all", { table, to, file: file(table, to) });
});
afterAll(async () => {
  duck[Symbol.dispose]();
  await folder[Symbol.asyncDispose]();
});

test.each(TABLE_NAMES)(
  "%s has the declared types, one row to a key, and the same values in every format",
  async (name) => {
    const { columns, key } = TABLES[name];
    expect(await describeParquet(duck, file(name))).toEqual(duckColumns(columns));
    // No name is a word of SQL: none has to be quoted.
    await duck.ask(`SELECT ${columns.map((column) => column.name).join(", ")} FROM '${file(name)}' LIMIT 1`);
    const [counted] = await duck.ask(
      `SELECT count(*)::INTEGER AS "all", (SELECT count(*)::INTEGER FROM (SELECT DISTINCT ${key.join(", ")} FROM '${file(name)}')) AS "distinct" FROM '${file(name)}'`,
    );
    expect(counted?.["all"]).toBeGreaterThan(0);
    expect(counted?.["distinct"]).toBe(counted?.["all"]);
    const [parquet, csv, jsonl] = (["parquet", "csv", "jsonl"] as const).map((format) =>
      reading[format](file(name, format), columns),
    );
    expect(await differing(duck, parquet ?? "", jsonl ?? "")).toBe(0);
    expect(await differing(duck, parquet ?? "", csv ?? "")).toBe(0);
  },
);

test("what is counted in the scorecards is what the summary says", async () => {
  const { models } = Summary.parse(await read(join(scan, "summary.json")));
  const rows = await duck.ask(`
    SELECT model_id, count(*) FILTER (hard_fail)::INTEGER AS hard_fails, ${QUALITY_DIMENSIONS.map(
      (dimension) => `(SELECT avg(mean) FROM (SELECT avg(dimension_${dimension.toLowerCase()}) AS mean
        FROM '${file("scorecards")}' WHERE complete AND model_id = s.model_id GROUP BY scenario_id)) AS ${dimension}`,
    ).join(", ")}
    FROM '${file("scorecards")}' AS s WHERE complete GROUP BY model_id ORDER BY model_id`);
  expect(rows).toHaveLength(models.length);
  for (const { model_id, hard_fails, dimensions } of models) {
    const row = rows.find((each) => each["model_id"] === model_id);
    expect(row?.["hard_fails"]).toBe(hard_fails.k);
    for (const dimension of QUALITY_DIMENSIONS) {
      const { mean } = dimensions[dimension];
      if (mean === null) expect(row?.[dimension]).toBeNull();
      else expect(row?.[dimension]).toBeCloseTo(mean, 12);
    }
  }
});

test("the verdicts count up to every rate", async () => {
  const { rates } = BlindspotRates.parse(await read(join(scan, "blindspot_rates.json")));
  const rows = await duck.ask(`
    SELECT model_id, mode_id, count(*) FILTER (verdict = 'FAIL')::INTEGER AS k,
      count(*) FILTER (verdict IN ('PASS', 'FAIL'))::INTEGER AS n,
      count(*) FILTER (verdict = 'UNCLEAR')::INTEGER AS unclear
    FROM '${file("verdicts")}' WHERE complete GROUP BY model_id, mode_id`);
  const counted = new Map(rows.map((row) => [`${row["model_id"]} ${row["mode_id"]}`, row]));
  expect(rows.some(({ k }) => Number(k) > 0)).toBe(true);
  for (const { model_id, mode_id, failures, unclear } of rates)
    expect(counted.get(`${model_id} ${mode_id}`) ?? { k: 0, n: 0, unclear: 0 }).toMatchObject({
      k: failures.k,
      n: failures.n,
      unclear,
    });
});

test("costs are those of the manifest and the cost report", async () => {
  const { target } = RunManifest.parse(await read(join(folder.path, "all", "run_manifest.json")));
  const { actual } = CostReport.parse(await read(join(scan, "cost_report.json")));
  const rows = await duck.ask(`
    SELECT stage, sum(calls)::INTEGER AS calls, sum(input_tokens)::INTEGER AS input,
      sum(output_tokens)::INTEGER AS output, sum(cost_usd) AS usd
    FROM '${file("costs")}' GROUP BY stage ORDER BY stage`);
  expect(rows).toEqual(
    [actual, target].map((totals, index) => ({
      stage: ["judge", "target"][index],
      calls: totals?.calls,
      input: totals?.usage.input_tokens,
      output: totals?.usage.output_tokens,
      usd: totals?.cost_usd,
    })),
  );
});

test("every failure joins its quotes, its votes and the words it quotes", async () => {
  const [joined] = await duck.ask(`
    SELECT count(*)::INTEGER AS quotes, count(m.content)::INTEGER AS found,
      count(*) FILTER (m.content[f.quote_start + 1 : f.quote_end] = f.quote OR f.tier <> 'exact')::INTEGER AS exact
    FROM '${file("findings")}' f LEFT JOIN '${file("messages")}' m
      USING (run_id, transcript_id, turn, role) WHERE f.quote IS NOT NULL`);
  expect(joined?.["quotes"]).toBeGreaterThan(0);
  expect(joined).toMatchObject({ found: joined?.["quotes"], exact: joined?.["quotes"] });
  const [failures] = await duck.ask(`
    SELECT count(*)::INTEGER AS n, count(f.n)::INTEGER AS with_finding FROM '${file("verdicts")}' v LEFT JOIN
      (SELECT transcript_id, mode_id, count(*) AS n FROM '${file("findings")}' GROUP BY ALL) f
      USING (transcript_id, mode_id) WHERE v.verdict IN ('FAIL', 'UNCLEAR')`);
  expect(failures?.["with_finding"]).toBe(failures?.["n"]);
  const [votes] = await duck.ask(`
    SELECT (SELECT sum(votes)::INTEGER FROM '${file("verdicts")}') AS counted,
      (SELECT count(*)::INTEGER FROM '${file("votes")}' WHERE round = 'judge') AS rows`);
  expect(votes?.["counted"]).toBe(votes?.["rows"]);
});

test("--all keeps checks that do not look, --model keeps one model, and text is printed without a file", async () => {
  const lines = async (...more: string[]) =>
    (await succeed("export", join(folder.path, "all"), "--table", "verdicts", "--to", "jsonl", ...more))
      .trimEnd()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
  const rows = await lines("--all", "--model", "sim/careful");
  expect(rows).toHaveLength(3 * 53);
  expect(new Set(rows.map(({ model_id }) => model_id))).toEqual(new Set(["sim/careful"]));
  expect((await lines("--model", "sim/careful")).every(({ eligible }) => eligible === true)).toBe(true);
});
