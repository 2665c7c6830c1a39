import { expect, test } from "vitest";
import { renderBoardChanges } from "../report/render-board-changes.ts";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { type SyntheticScanOptions, syntheticCorpus, syntheticScan } from "./board-scan.fixture.ts";
import { buildLeaderboard } from "./build-leaderboard.ts";
import { compareBoards } from "./compare-boards.ts";

const corpus = syntheticCorpus(48);

function boardOf(
  models: SyntheticScanOptions["models"],
  options: Partial<SyntheticScanOptions> = {},
): Leaderboard {
  const scans = models.map((model, index) =>
    syntheticScan({
      corpus,
      seed: options.seed ?? "before",
      path: `results/${index}`,
      ...options,
      models: [model],
    }),
  );
  return buildLeaderboard({ scans, corpus, calibration: null, allowSimulated: false });
}

const steady = { modelId: "maker-a/steady", failureRate: 0.3, hardFailRate: 0.02 };
const improved = { modelId: "maker-b/improved", failureRate: 0.6, hardFailRate: 0.02 };

test("what changed since or into an example says so", () => {
  const board = boardOf([steady]);
  const example = { ...board, example: "A test." };
  expect(compareBoards(board, board).example).toBeUndefined();
  for (const changes of [compareBoards(example, board), compareBoards(board, example)]) {
    expect(changes.example).toBe("A test.");
    expect(renderBoardChanges(changes)).toContain("> **Example:** A test.");
  }
});

test("a model that got better has moved, one that was asked again is within noise", () => {
  const after = boardOf([steady, { ...improved, failureRate: 0.1 }], { seed: "after" });
  const { models } = compareBoards(boardOf([steady, improved]), after);
  const verdicts = new Map(models.map(({ model_id, verdict }) => [model_id, verdict]));
  expect(Object.fromEntries(verdicts)).toEqual({
    "maker-a/steady": "within_noise",
    "maker-b/improved": "moved",
  });
  const moved = models.find(({ verdict }) => verdict === "moved");
  expect(moved?.interval?.low).toBeGreaterThan(0.2);
  expect(moved?.p_holm).toBeGreaterThanOrEqual(moved?.p ?? 1);
});

test("a scan that stands on both boards cannot have moved", () => {
  const before = boardOf([steady]);
  const changes = compareBoards(before, boardOf([steady, improved]));
  expect(changes.models.map(({ verdict }) => verdict)).toEqual(["same_scan"]);
  expect(changes.added).toEqual(["maker-b/improved"]);
  expect(compareBoards(boardOf([steady, improved]), before).removed).toEqual(["maker-b/improved"]);
});

test("boards of unlike fingerprints are not compared, and the part is named", () => {
  const other = boardOf([steady], { seed: "after", scoringParts: { checks: "other" } });
  const changes = compareBoards(boardOf([steady]), other);
  expect(changes.differing_parts).toEqual(["scoring.checks"]);
  expect(changes.models).toMatchObject([{ verdict: "not_comparable", difference: null, p: null }]);
});

/** Builds a board of a scan where people decided this many verdicts of the first conversations. */
function boardByPeople(seed: string, decided: number): Leaderboard {
  const scan = syntheticScan({ corpus, seed, path: "results/0", models: [improved] });
  const { people: _, ...parts } = scan.plan.fingerprints.scoring.parts;
  const scoring = { ...scan.plan.fingerprints.scoring, parts: { ...parts, people: scan.corpus.hash } };
  const plan = ScanPlan.parse({
    ...scan.plan,
    fingerprints: { ...scan.plan.fingerprints, scoring },
    people: {
      scan_id: "publish-0",
      scoring: scan.corpus.hash,
      verdicts: scan.corpus.hash,
      labels: [{ sha256: scan.corpus.hash, rows: 2 }],
      batches: [{ batch_id: "review-0123456789ab", batch_hash: scan.corpus.hash }],
      annotators: ["anna", "ben"],
      decided: [{ judge: "UNCLEAR", people: "PASS", verdicts: decided }],
      alone: 0,
      disputed: 0,
    },
  });
  const untouched = scan.scorecards.map((card, index) =>
    index < decided ? { ...card, score_bounds: { low: 0, high: 1 } } : card,
  );
  const tallies = new Map([...scan.tallies].map(([id, tally]) => [id, { ...tally, byPeople: decided }]));
  const scans = [{ ...scan, plan, untouched, tallies }];
  return buildLeaderboard({ scans, corpus, calibration: null, allowSimulated: false });
}

test("a board on which people decided some verdicts is compared on all others, and says how many are left out", () => {
  const before = boardOf([improved]);
  const same = boardByPeople("after", 6);
  expect(same.models[0]?.untouched?.left_out).toBe(6);
  const changes = compareBoards(before, same);
  expect(changes.differing_parts).toEqual([]);
  expect(changes.models).toMatchObject([{ verdict: "within_noise", left_out: { before: 0, after: 6 } }]);
  const [{ difference = null } = {}] = changes.models;
  expect(difference?.low).toBeLessThan(difference?.high ?? 0);
  expect(renderBoardChanges(changes)).toContain(
    "People decided 0 verdicts on the earlier board and 6 on the later one.",
  );
});

test("what people decided can make no difference, since it counts as open", () => {
  const all = corpus.scenarios.size;
  const { models } = compareBoards(boardOf([steady, improved]), boardByPeople("after", all));
  expect(models).toMatchObject([{ verdict: "within_noise", left_out: { before: 0, after: all } }]);
});

test("a board by people that keeps no scores without them is not compared", () => {
  const board = boardByPeople("after", 6);
  const models = board.models.map(({ untouched: _, ...model }) => model);
  const changes = compareBoards(boardOf([improved]), { ...board, models });
  expect(changes).toMatchObject({
    differing_parts: ["scoring.people"],
    models: [{ verdict: "not_comparable" }],
  });
});
