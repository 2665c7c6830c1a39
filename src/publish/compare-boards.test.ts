import { expect, test } from "vitest";
import { renderBoardChanges } from "../report/render-board-changes.ts";
import type { Leaderboard } from "../schema/board/leaderboard.ts";
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
