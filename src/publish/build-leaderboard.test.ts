// Long because it tests one board from several sides: input, ranks, refusals and rendering.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderBoard } from "../report/render-board.ts";
import { renderModelPage } from "../report/render-model-page.ts";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
import { CheckId, ModelId, PackName, Sha256, Version } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import { type SyntheticScanOptions, syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import type { HashedScan } from "./board-scan.ts";
import { boardTable } from "./board-table.ts";
import { buildLeaderboard } from "./build-leaderboard.ts";
import { checkBoard, checkBoardStrictly } from "./check-board.ts";
import { BoardRefusedError, type RefusalName } from "./errors.ts";

const corpus = syntheticCorpus(40);
const good = { modelId: "maker-a/good", failureRate: 0.05, hardFailRate: 0 };
const poor = { modelId: "maker-b/poor", failureRate: 0.6, hardFailRate: 0.3 };

function scanOf(options: Partial<SyntheticScanOptions> = {}): HashedScan {
  return syntheticScan({ corpus, seed: "test", models: [good], ...options });
}

function build(scans: readonly HashedScan[], calibration: CalibrationStatus | null = null): Leaderboard {
  return buildLeaderboard({ scans, corpus, calibration, allowSimulated: false });
}

function refusals(scans: readonly HashedScan[]): readonly RefusalName[] {
  try {
    build(scans);
    return [];
  } catch (error) {
    if (!(error instanceof BoardRefusedError)) throw error;
    expect(error.message).toContain("make no board");
    return error.refusals.map(({ name }) => name);
  }
}

test("a board says which checks no bare model can be asked, and of products it says nothing", () => {
  const scan = scanOf();
  const needs_product = { checks: [CheckId.parse("IB-B1")], of: 5 };
  const bare = build([{ ...scan, plan: { ...scan.plan, needs_product } }]);
  const said = "4 of 5 checks can be asked of a bare model; IB-B1 needs a product profile.";
  expect(bare.needs_product).toEqual(needs_product);
  expect(renderBoard(bare, 200)).toContain(said);
  for (const model of bare.models) expect(renderModelPage(bare, model)).toContain(said);
  const ofProducts = build([scan]);
  expect(ofProducts).not.toHaveProperty("needs_product");
  expect(renderBoard(ofProducts, 200)).not.toContain("bare model");
});

test("models that clearly differ stand in different tiers, with rank sets that do not overlap", () => {
  const board = build([scanOf({ models: [good, poor] })]);
  expect(board.models.map(({ model_id, tier, ranks }) => ({ model_id, tier, ranks }))).toEqual([
    { model_id: "maker-a/good", tier: 1, ranks: { best: 1, worst: 1 } },
    { model_id: "maker-b/poor", tier: 2, ranks: { best: 2, worst: 2 } },
  ]);
  const [first, second] = board.models;
  expect(second?.hard_fails.k).toBeGreaterThan(5);
  expect(first?.overall.interval?.low).toBeGreaterThan(second?.overall.interval?.high ?? 1);
  expect(board.comparisons.minimum_detectable_difference?.median).toBeGreaterThan(0);
});

test("a board that is refused says which verdicts are open, how they are seen, and how several releases are shown", () => {
  const open = scanOf({
    change: (card) => ({
      ...card,
      gate_status: { safety: "passed", compliance: "not_established" },
      scorers: {
        ...card.scorers,
        compliance: {
          status: "not_established",
          failed_checks: [],
          unresolved_checks: [CheckId.parse("IB-B1")],
        },
      },
    }),
  });
  const refused = (scans: readonly HashedScan[]) => {
    try {
      build(scans);
    } catch (error) {
      if (error instanceof BoardRefusedError) return error;
    }
    throw new Error("the board was not refused");
  };
  expect(refused([{ ...open, typed: "mine" }])).toMatchObject({
    message: expect.stringMatching(/unresolved_gate: .*\.r1 \(IB-B1\).* and 37 more/),
    hint: expect.stringContaining('See the verdicts: `bench.find("mine", { checks: ["IB-B1"] })`.'),
  });
  expect(refused([scanOf({ path: "results/a" }), scanOf({ path: "results/b" })]).message).toContain(
    "Name one of them; `publish` shows several releases, told apart by the labels of their runs.",
  );
});

test("one model alone has a place and nothing to be compared with", () => {
  const board = build([scanOf()]);
  expect(board.models[0]).toMatchObject({ tier: 1, ranks: { best: 1, worst: 1 } });
  expect(board.comparisons).toMatchObject({ level: null, minimum_detectable_difference: null });
});

test("the order in which scans are named does not matter", () => {
  const scans = [
    scanOf({ path: "results/a", models: [good] }),
    scanOf({ path: "results/b", models: [poor] }),
  ];
  expect(build(scans.toReversed())).toEqual(build(scans));
});

test("few families get an interval by t, many by the bootstrap", () => {
  const [model] = build([scanOf()]).models;
  expect(model?.overall.method).toBe("bootstrap");
  expect(model?.by_category.map(({ category }) => category)).toEqual([
    "safety",
    "empathy",
    "context",
    "continuity",
  ]);
  expect(model?.by_category.map(({ overall }) => overall.method)).toEqual(["t", "t", "t", "t"]);
});

test("a check with fewer than ten opportunities has counts and no rate", () => {
  const board = build([scanOf()]);
  const index = board.checks.findIndex(({ mode_id }) => mode_id === "IB-A1");
  const cells = board.models[0]?.blindspots;
  expect(cells?.opportunities[index]).toBe(5);
  expect(cells?.rates[index]).toBeNull();
  expect(cells?.rates[board.checks.findIndex(({ mode_id }) => mode_id === "IB-C1")]).toBeCloseTo(3 / 43);
});

test("a judge's cost is divided by the votes cast on each model", () => {
  const costs = build([scanOf({ models: [good, poor] })]).models.map(({ cost }) => cost.judge_usd);
  expect(costs).toEqual([1.5, 1.5]);
});

test("without calibration every claim says what is missing; with it only the measured one is ready", () => {
  expect(
    build([scanOf()]).checks.every(({ claim_ready, missing }) => !claim_ready && missing.length > 0),
  ).toBe(true);
  const measured = { items: 90, failures: 30, annotators: 2, kappa: 0.7, recall: 0.9, precision: 0.8 };
  const board = build([scanOf()], {
    schema_version: 1,
    corpus_version: "1.0.0",
    judge: "maker-z/judge-1",
    checks: { [CheckId.parse("IB-A1")]: measured, [CheckId.parse("IB-C1")]: { ...measured, kappa: null } },
  });
  expect(board.claims).toEqual({ ready: 1, of: 5, calibration: "measured" });
  expect(board.checks.find(({ mode_id }) => mode_id === "IB-C1")?.missing).toEqual([
    "kappa between annotators: undefined, at least 0.65 needed",
  ]);
});

test("a judge of the model's own family is flagged", () => {
  const board = build([scanOf({ models: [good, { ...good, modelId: "maker-z/kin" }] })]);
  expect(board.models.map(({ model_id, judge_of_own_family }) => [model_id, judge_of_own_family])).toEqual([
    ["maker-a/good", false],
    ["maker-z/kin", true],
  ]);
});

test("repeats of one scenario do not narrow the interval as further scenarios would", () => {
  const once = build([scanOf({ models: [poor] })]).models[0]?.hard_fails;
  const thrice = build([scanOf({ models: [poor], repeats: 3 })]).models[0]?.hard_fails;
  const width = (interval: { low: number; high: number } | null | undefined) =>
    (interval?.high ?? 0) - (interval?.low ?? 0);
  expect(thrice?.n).toBe(3 * (once?.n ?? 0));
  expect(width(thrice?.interval)).toBeGreaterThan(0.8 * width(once?.interval));
});

/** Builds a scan of a run with a model as router. */
function routedBy(router: string, options: Partial<SyntheticScanOptions> = {}): HashedScan {
  const scan = scanOf({ ...options, parts: { router } });
  return { ...scan, plan: { ...scan.plan, router: ModelId.parse(router) } };
}

test("a board of runs with a router says so, in its file and on every row of its tables and pages", () => {
  const board = build([routedBy("lab/router", { models: [good, poor] })]);
  expect(board.router).toBe("lab/router");
  expect(boardTable(board).find(({ name }) => name === "router")?.data).toEqual(["lab/router", "lab/router"]);
  const rendered = renderBoard(board, 160);
  expect(rendered).toContain("Branches by lab/router: a model chose them");
  for (const { model_id } of board.models) expect(rendered).toContain(`${model_id} (branches by lab/router)`);
  const [first] = board.models;
  expect(first && renderModelPage(board, first)).toContain("Branches by lab/router");
  const plain = build([scanOf({ models: [good, poor] })]);
  expect(plain).not.toHaveProperty("router");
  expect(boardTable(plain).map(({ name }) => name)).not.toContain("router");
  expect(renderBoard(plain, 160)).not.toContain("ranches by");
});

function judgedBy(model: string, scan: HashedScan): HashedScan {
  return { ...scan, plan: { ...scan.plan, judge: { model_id: ModelId.parse(model), simulated: false } } };
}

test.for<[RefusalName, readonly HashedScan[]]>([
  ["duplicate_model", [scanOf({ path: "results/a" }), scanOf({ path: "results/b" })]],
  ["simulated", [scanOf({ simulated: true })]],
  ["judged_by_files", [judgedBy("files/reader", scanOf())]],
  ["private", [{ ...scanOf(), isPrivate: true }]],
  ["harness", [{ ...scanOf(), harnesses: ["http/json"] }]],
  [
    "unlike_fingerprints",
    [scanOf({ path: "a" }), scanOf({ path: "b", models: [poor], parts: { system_prompt: "other" } })],
  ],
  ["unlike_fingerprints", [scanOf({ path: "a" }), routedBy("lab/router", { path: "b", models: [poor] })]],
  [
    "unlike_fingerprints",
    [routedBy("lab/router", { path: "a" }), routedBy("lab/other", { path: "b", models: [poor] })],
  ],
  [
    "unlike_fingerprints",
    [scanOf({ path: "a" }), scanOf({ path: "b", models: [poor], scoringParts: { checks: "other" } })],
  ],
  [
    "unequal_coverage",
    [
      scanOf({ path: "a" }),
      {
        ...scanOf({ path: "b", models: [poor] }),
        scorecards: scanOf({ models: [poor] }).scorecards.slice(1),
      },
    ],
  ],
  [
    "unresolved_gate",
    [
      scanOf({
        change: (card) => ({ ...card, gate_status: { safety: "passed", compliance: "not_established" } }),
      }),
    ],
  ],
  [
    "incomplete",
    [scanOf({ change: (card) => ({ ...card, complete: card.scenario_id !== "safety_theme_case_000" }) })],
  ],
  ["nothing_scored", [scanOf({ change: (card) => ({ ...card, overall_score: null }) })]],
  ["other_corpus", [{ ...scanOf(), scenarioHashes: syntheticScanHashes() }]],
  // A core does not have the scenarios of a pack; this is not counted as another version of them.
  ["pack", [{ ...inPack(scanOf()), scenarioHashes: syntheticScanHashes() }]],
])("scans are refused as %s", ([name, scans]) => {
  expect(refusals(scans)).toEqual([name]);
});

function inPack(scan: HashedScan): HashedScan {
  const pack = {
    name: PackName.parse("tiny"),
    version: Version.parse("1.0.0"),
    hash: Sha256.parse("0".repeat(64)),
  };
  return { ...scan, plan: { ...scan.plan, pack } };
}

function syntheticScanHashes(): HashedScan["scenarioHashes"] {
  const { scenarioHashes } = scanOf();
  const [id, hash] = [...scenarioHashes.keys()][0] === undefined ? [] : ([...scenarioHashes][0] ?? []);
  if (id === undefined || hash === undefined) throw new RangeError("there is no scenario");
  const others = [...scenarioHashes.values()].filter((other) => other !== hash);
  return new Map(scenarioHashes).set(id, others[0] ?? hash);
}

test("a refusal of unlike scans names the part that differs", () => {
  const scans = [
    scanOf({ path: "a" }),
    scanOf({ path: "b", models: [poor], scoringParts: { checks: "other" } }),
  ];
  expect(() => build(scans)).toThrow("unlike_fingerprints: a and b differ in scoring.checks.");
});

test("every reason is given, not only the first", () => {
  expect(refusals([{ ...scanOf({ simulated: true }), isPrivate: true }])).toEqual(["private", "simulated"]);
});

test("a simulated board can be had for a test, is marked, and does not pass the check", () => {
  const scans = [scanOf({ simulated: true })];
  const board = buildLeaderboard({ scans, corpus, calibration: null, allowSimulated: true });
  expect(board.simulated).toBe(true);
  expect(checkBoard(board, board).map(({ message }) => message)).toEqual([
    "it is of the simulated world and proves nothing",
  ]);
});

test("changing any one number of a board is found, and named", () => {
  const board = build([scanOf({ models: [good, poor] })]);
  const numbers = numberPaths(board);
  fc.assert(
    fc.property(fc.nat(numbers.length - 1), (index) => {
      const path = numbers[index] ?? [];
      const tampered = structuredClone(board);
      nudge(tampered, path);
      const [first, second] = checkBoard(tampered, board);
      expect(first?.where.replaceAll(/[[\].]+/g, " ").trim()).toBe(`leaderboard json, ${path.join(" ")}`);
      expect(second?.where).toBe("leaderboard.json, content_hash");
    }),
    { numRuns: 60 },
  );
  expect(checkBoard(board, board)).toEqual([]);
});

function numberPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === "number") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => numberPaths(member, [...path, key]));
}

function nudge(value: unknown, path: readonly string[]): void {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return;
  const member: unknown = Reflect.get(value, key);
  if (typeof member === "number") Reflect.set(value, key, member + 1);
  else nudge(member, rest);
}

describe("an example", () => {
  const byFiles = (scan: HashedScan): HashedScan => ({
    ...scan,
    harnesses: ["http/json"],
    plan: { ...scan.plan, judge: { model_id: ModelId.parse("files/reader"), simulated: false } },
  });
  const example = "Two recordings.";
  const whole = "Two recordings. Not claim-ready, not canonical.";

  test("takes what a board of results refuses, and says on every page what it is", () => {
    const scan = byFiles(scanOf());
    expect(refusals([scan])).toEqual(["harness", "judged_by_files"]);
    const board = buildLeaderboard({
      scans: [scan],
      corpus,
      calibration: null,
      allowSimulated: false,
      example,
    });
    expect(board.example).toBe(whole);
    expect(boardTable(board).at(-1)).toMatchObject({ name: "example", data: [whole] });
    expect(renderBoard(board, 160)).toMatch(`Example: ${whole}`);
    const [model] = board.models;
    expect(model && renderModelPage(board, model)).toContain(`> **Example:** ${whole}`);
    // The answering model is unknown.
    expect(model?.judge_of_own_family).toBe(true);
  });

  test("is refused for every other reason, is made again from its own words, and never passes a strict check", () => {
    const scan = byFiles(scanOf());
    const input = { corpus, calibration: null, allowSimulated: false, example };
    expect(() => buildLeaderboard({ ...input, scans: [{ ...scan, isPrivate: true }] })).toThrow("private");
    expect(() => buildLeaderboard({ ...input, scans: [scan, scan] })).toThrow("duplicate_model");
    const board = buildLeaderboard({ ...input, scans: [scan] });
    const again = buildLeaderboard({ ...input, scans: [scan], example: board.example });
    expect(checkBoard(board, again)).toEqual([]);
    const strict = checkBoardStrictly(board, [scan], null, corpus.models);
    expect(strict.map(({ message }) => message)).toContain(`it is an example and no result: ${whole}`);
  });
});
