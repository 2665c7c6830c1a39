import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderSummary } from "../../src/cli/render/summary.ts";
import { shippedCorpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { QUALITY_DIMENSIONS } from "../../src/domain/dimensions.ts";
import { comparedGroups } from "../../src/domain/group-words.ts";
import { formatEstimate, formatFailures, formatRange } from "../../src/domain/number-words.ts";
import { describeScorers, describeScorersShortly, NOTHING_TO_JUDGE } from "../../src/domain/scorer-words.ts";
import { createBench } from "../../src/index.ts";
import type { BoardModel, Leaderboard } from "../../src/schema/board/leaderboard.ts";
import { type ModelSummary, Summary } from "../../src/schema/scan/summary.ts";
import { type ChunkPath, chunkPath, type SiteChunkKind } from "../../src/schema/site-paths.ts";
import { publishedChunk } from "./chunk.fixture.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.fixture.ts";

const MODELS = ["sim/brittle", "sim/careful"] as const;
const { signal } = new AbortController();
let folder: TemporaryFolder;
let scan: string;
let summary: Summary;
let leaderboard: Leaderboard;
const bench = () => createBench({ results: join(folder.path, "results") });
const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder.path, path), "utf8"));
const site = <Kind extends SiteChunkKind>(path: ChunkPath<Kind>) =>
  publishedChunk(join(folder.path, "site"), path);

/** One evaluation, shown by everything that shows numbers. */
beforeAll(async () => {
  folder = await temporaryFolder();

  await bench().evaluate({ models: [...MODELS], runId: "all" });
  const [scanId] = await readdir(join(folder.path, "results/all/scans"));
  scan = `all~${scanId}`;
  summary = Summary.parse(await read(`results/all/scans/${scanId}/summary.json`));
  const board = { directory: join(folder.path, "board"), allowSimulated: true, signal };
  leaderboard = (await bench().board.build(["all"], board)).board;
  await bench().publish(join(folder.path, "site"), ["all"], { signal });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** The compared numbers: mean and interval of a model's scores, and also the counts of its hard fails. */
type Stated = Pick<ModelSummary | BoardModel, "overall" | "dimensions" | "hard_fails">;
function numbersOf({ overall, dimensions, hard_fails }: Stated) {
  const { C, D, F } = dimensions;
  return { overall, C, D, F, hard_fails };
}
/** A board rounds every fraction to six places. */
function rounded<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, member) => (typeof member === "number" ? Number(member.toFixed(6)) : member)),
  );
}
function ofModel<Model extends { readonly model_id: string }>(models: readonly Model[], id: string): Model {
  const found = models.find(({ model_id }) => model_id === id);
  if (found === undefined) throw new Error(`${id} is missing`);
  return found;
}
const slugOf = (modelId: string) => modelId.replace("/", "__");

test("both methods are at work: families enough to resample over all scenarios, few in a category", () => {
  for (const { overall, by_category } of leaderboard.models) {
    expect(overall).toMatchObject({ method: "bootstrap", interval: expect.anything() });
    expect(by_category.map((row) => row.overall.method)).toContain("t");
  }
});

test.each(MODELS)(
  "%s has the same digits in summary, report, board, model page and leaderboard",
  async (id) => {
    const expected = numbersOf(ofModel(summary.models, id));
    const report = Summary.parse(JSON.parse((await bench().report("all", "json")).content));
    expect(numbersOf(ofModel(report.models, id))).toEqual(expected);

    const board = await site(chunkPath.board(scan));
    expect(numbersOf(ofModel(board.models, id))).toEqual(expected);

    const page = await site(chunkPath.model(scan, slugOf(id)));
    expect(numbersOf(page.model)).toEqual(expected);
    for (const { dimension, score } of page.dimensions)
      expect(score).toEqual(ofModel(summary.models, id).dimensions[dimension]);

    expect(numbersOf(ofModel(leaderboard.models, id))).toEqual(rounded(expected));
  },
);

test.each(MODELS)(
  "%s has the same digits in every category, on its page and on the leaderboard",
  async (id) => {
    const page = await site(chunkPath.model(scan, slugOf(id)));
    const published = ofModel(leaderboard.models, id).by_category;
    expect(rounded(page.categories.map(({ peers: _, ...row }) => row))).toEqual(
      published.map(({ category, hard_fails, overall }) => ({ category, hard_fails, overall })),
    );
  },
);

test.each(MODELS)("what the terminal and summary.md print of %s is the leaderboard's number", async (id) => {
  const published = ofModel(leaderboard.models, id);
  const markdown = (await bench().report("all", "md")).content;
  expect(await readFile(join(folder.path, "results/all/scans", scan.slice(4), "summary.md"), "utf8")).toBe(
    markdown,
  );
  for (const printed of [renderSummary(summary, shippedCorpus, 160), markdown]) {
    const row =
      printed
        .split("\n")
        .find((line) => new RegExp(`^(?:\\| )?${id} .*\\d (?:passed|of \\d+ failed)`).test(line)) ?? "";
    expect(row).toContain(formatEstimate(published.overall));
    expect(row).toContain(formatFailures(published.hard_fails, leaderboard.min_opportunities_for_rate));
    for (const dimension of QUALITY_DIMENSIONS)
      expect(row).toContain(formatRange(published.dimensions[dimension].range));
  }
  const row = markdown.split("\n").find((line) => line.startsWith(`| ${id}`)) ?? "";
  for (const dimension of QUALITY_DIMENSIONS)
    expect(row).toContain(formatEstimate(published.dimensions[dimension]));
});

test.each(MODELS)(
  "%s has the same scorers and groups on every surface, and in words the same digits",
  async (id) => {
    const { scorers, groups } = ofModel(summary.models, id);
    expect(scorers.memory?.recalled.n).toBeGreaterThan(0);
    expect(groups.map(({ variable }) => variable)).toContain("gender");

    const report = Summary.parse(JSON.parse((await bench().report("all", "json")).content));
    expect(ofModel(report.models, id)).toMatchObject({ scorers, groups });
    const page = await site(chunkPath.model(scan, slugOf(id)));
    expect({ scorers: page.scorers, groups: page.groups }).toEqual({ scorers, groups });
    const published = ofModel(leaderboard.models, id);
    expect(published.scorers).toEqual(rounded(scorers));

    const fewest = page.min_opportunities_for_rate;
    const markdown = (await bench().report("all", "md")).content;
    const boardPage = await readFile(join(folder.path, "board/models", `${slugOf(id)}.md`), "utf8");
    const lines = describeScorers(published.scorers, fewest).filter(
      ({ words }) => words !== NOTHING_TO_JUDGE,
    );
    for (const { words } of lines)
      for (const printed of [markdown, boardPage]) expect(printed).toContain(words);
    expect(renderSummary(summary, shippedCorpus, 160)).toContain(
      describeScorersShortly(published.scorers, fewest),
    );
    for (const { rates, hardFails, quality } of comparedGroups({ groups }).lines)
      for (const words of [hardFails, quality, formatEstimate(rates.overall)])
        expect(markdown).toContain(words);

    const csv = (await bench().report("all", "csv")).content.split("\r\n").map((line) => line.split(","));
    const column = (name: string) => csv[0]?.indexOf(name) ?? -1;
    const rows = csv.filter((row) => row[column("model_id")] === id);
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[column(name)]), 0);
    expect({ k: total("probes_hit"), n: total("probes"), open: total("probes_open") }).toEqual(
      scorers.memory?.recalled,
    );
  },
);

test("tiers, ranks and the detectable difference are the same on the board and on the leaderboard", async () => {
  const board = await site(chunkPath.board(scan));
  expect(board.tiers_from).toBe("scan");
  for (const { model_id, tier, ranks, overall, coverage } of board.models) {
    const published = ofModel(leaderboard.models, model_id);
    expect({ tier, ranks }).toEqual({ tier: published.tier, ranks: published.ranks });
    expect(rounded({ range: overall.range, coverage })).toEqual({
      range: published.overall.range,
      coverage: published.coverage,
    });
  }
  expect(rounded(board.minimum_detectable_difference)).toBe(
    leaderboard.comparisons.minimum_detectable_difference?.median,
  );
});

test("a comparison has the same digits in the viewer as on the command line, and the means of the board", async () => {
  const [firstModel, secondModel] = MODELS;
  const compared = await bench().compare("all", "all", { firstModel, secondModel, signal });
  const [a, b] = MODELS.map((id) => ({ scan, slug: slugOf(id) }));
  if (a === undefined || b === undefined) throw new Error("there are not two models");
  const shown = await site(chunkPath.compare(a, b));
  const scores = compared.models[0]?.scores ?? [];
  expect(scores).toHaveLength(6);
  for (const { score, first, second, difference, interval, p_holm, scenarios } of scores) {
    const measure = shown.measures.find((row) => row.measure === score);
    expect(measure).toMatchObject({ a: first, b: second, difference, interval, p: p_holm, scenarios });
  }
  const overall = scores.find(({ score }) => score === "overall");
  expect([overall?.first, overall?.second]).toEqual(
    MODELS.map((id) => {
      const { range } = ofModel(summary.models, id).overall;
      return range && { low: range.low, high: range.high };
    }),
  );
});

test("the gate counts the hard fails that the board counts", async () => {
  const { result } = await bench().gate("all", { signal });
  for (const { model_id, rules } of result.models) {
    const { k, n } = ofModel(summary.models, model_id).hard_fails;
    const rule = rules.find((each) => each.rule === "hard_fail_rate");
    expect(rule?.hard_fails).toMatchObject({ failed_scenarios: k, scenarios: n });
  }
});
