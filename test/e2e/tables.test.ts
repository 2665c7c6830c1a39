import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { QUALITY_DIMENSIONS } from "../../src/domain/dimensions.ts";
import { createBench } from "../../src/index.ts";
import { Scenario } from "../../src/schema/corpus/scenario.ts";
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

/** Fields that Inspect's own models require for `Score`, `EvalResults`, `EvalScore` and `EvalMetric`. */
const InspectLog = z.looseObject({
  version: z.literal(2),
  results: z.looseObject({
    total_samples: z.int(),
    completed_samples: z.int(),
    scores: z.array(
      z.strictObject({
        name: z.string(),
        scorer: z.string(),
        metrics: z.record(
          z.string(),
          z.strictObject({
            name: z.string(),
            value: z.number(),
            metadata: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    ),
  }),
  samples: z.array(
    z.looseObject({
      scores: z.record(
        z.string(),
        z.strictObject({
          value: z.union([z.string(), z.number()]),
          answer: z.string().optional(),
          explanation: z.string().optional(),
          metadata: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});
const DatasetFront = z.looseObject({
  configs: z.array(
    z.looseObject({
      config_name: z.string(),
      data_files: z.array(z.strictObject({ split: z.literal("test"), path: z.string() })),
    }),
  ),
});

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

const page = await readFile(join(import.meta.dirname, "../../docs/tables.md"), "utf8");
const examples = Array.from(page.matchAll(/^```sql\n([\s\S]*?)^```$/gm), ([, sql = ""]) => sql);

test("the examples of docs/tables.md say what the summary says", async () => {
  expect(examples).toHaveLength(5);
  await duck.ask(`SET file_search_path = '${folder.path}'`);
  const [failures, quotes, models, weeks, csv] = await Promise.all(examples.map((sql) => duck.ask(sql)));
  const { rates } = BlindspotRates.parse(await read(join(scan, "blindspot_rates.json")));
  const failing = rates.filter(({ failures: { k } }) => k > 0);
  expect(failures).toHaveLength(failing.length);
  for (const {
    model_id,
    mode_id,
    failures: { k, n },
  } of failing)
    expect(failures).toContainEqual(
      expect.objectContaining({ model_id, mode_id, failed: String(k), decided: String(n) }),
    );
  expect(quotes?.every(({ caregiver }) => typeof caregiver === "string")).toBe(true);
  const { models: summed } = Summary.parse(await read(join(scan, "summary.json")));
  for (const { model_id, hard_fails, dimensions, transcripts } of summed)
    expect(models).toContainEqual({
      model_id,
      hard_fails: String(hard_fails.k),
      conversations: String(transcripts),
      communication: expect.closeTo(dimensions.C.mean ?? Number.NaN, 12),
      usd: 0,
    });
  // Nothing in it was imported.
  expect(weeks).toEqual([]);
  expect(csv?.map(({ content }) => content)).toEqual(
    (await duck.ask("SELECT content FROM 'messages.parquet'")).map(({ content }) => content),
  );
});

test("a log of Inspect carries the scan's verdicts, its numbers, and comes back the same", async () => {
  const out = join(folder.path, "log.json");
  const model = "sim/eager";
  await succeed("export", join(folder.path, "all"), "--to", "inspect", "--model", model, "--out", out);
  const log = InspectLog.parse(await read(out));
  const { models } = Summary.parse(await read(join(scan, "summary.json")));
  const summary = models.find(({ model_id }) => model_id === model);
  const metrics = (name: string) => log.results.scores.find((score) => score.name === name)?.metrics;
  expect(metrics("overall")?.["hard_fails"]?.value).toBe(summary?.hard_fails.k);
  expect(metrics("overall")?.["mean"]?.value).toBe(summary?.overall.range?.low);
  expect(log.results).toMatchObject({ total_samples: 3, completed_samples: 3 });

  const { rates } = BlindspotRates.parse(await read(join(scan, "blindspot_rates.json")));
  const given = (mode: string, value: string) =>
    log.samples.filter(({ scores }) => scores[mode]?.value === value).length;
  for (const { mode_id, failures, unclear } of rates.filter(({ model_id }) => model_id === model)) {
    expect(given(mode_id, "I")).toBe(failures.k);
    expect(given(mode_id, "C")).toBe(failures.n - failures.k);
    expect(given(mode_id, "N")).toBe(unclear);
    expect(metrics(mode_id)?.["failures"]?.value).toBe(failures.k);
  }
  const failed = log.samples
    .flatMap(({ scores }) => Object.values(scores))
    .find(({ value, answer }) => value === "I" && answer);
  expect(failed?.explanation).toMatch(/^FAIL: /);
  expect(failed?.metadata).toMatchObject({ verdict: "FAIL", quotes: [{ quote: expect.any(String) }] });

  const [imported, plain] = [join(folder.path, "back"), join(folder.path, "plain.json")];
  await succeed("import", out, "--from", "inspect", "--run-id", "b", "--out", imported);
  const messages = async (run: string) =>
    (await createBench({ results: folder.path }).exportTable(run, { table: "messages", to: "jsonl" })).content
      ?.trimEnd()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ model_id }) => String(model_id).endsWith("eager"))
      .map(({ scenario_id, turn, role, content }) => ({ scenario_id, turn, role, content }));
  expect(await messages(join(imported, "b"))).toEqual(await messages("all"));
  await succeed(
    "export",
    join(folder.path, "all"),
    "--to",
    "inspect",
    "--model",
    model,
    "--no-scores",
    "--out",
    plain,
  );
  expect(await readFile(plain, "utf8")).not.toContain('"scores"');
});

test("the corpus becomes a dataset with a card, and the canary in every row", async () => {
  const out = join(folder.path, "dataset");
  const bench = createBench();
  const { files } = await bench.exportCorpus(out);
  const card = await readFile(join(out, "README.md"), "utf8");
  const front = DatasetFront.parse(parse(card.split("---\n")[1] ?? ""));
  expect(front).toMatchObject({ license: "mit", language: ["en"], size_categories: ["1K<n<10K"] });
  expect(front.configs.flatMap(({ data_files }) => data_files.map(({ path }) => path))).toEqual(
    files.map(({ name }) => name),
  );
  const canary = (await readFile(join(out, "CANARY.txt"), "utf8")).trim();
  expect(card).toContain(canary);
  expect(card).toContain("Do not train on this");
  for (const { name, rows } of files) {
    const [counted] = await duck.ask(
      `SELECT count(*)::INTEGER AS rows, count(*) FILTER (canary = '${canary}')::INTEGER AS marked FROM '${join(out, name)}'`,
    );
    expect({ name, ...counted }).toEqual({ name, rows, marked: rows });
  }
  const scenarios = await duck.ask(
    `SELECT scenario_id, scenario FROM '${join(out, "data/scenarios.parquet")}'`,
  );
  for (const { scenario_id, scenario } of scenarios)
    expect(Scenario.parse(JSON.parse(String(scenario))).scenario_id).toBe(scenario_id);
  const [joined] = await duck.ask(
    `SELECT count(*)::INTEGER AS n FROM '${join(out, "data/golden_cards.parquet")}' LEFT JOIN '${join(out, "data/checks.parquet")}' c USING (mode_id) WHERE c.name IS NULL`,
  );
  expect(joined).toEqual({ n: 0 });
  await expect(bench.exportCorpus(out)).rejects.toThrow("exists already");
});
