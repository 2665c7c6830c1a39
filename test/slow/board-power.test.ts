import { beforeAll, expect, test } from "vitest";
import { provenDifference } from "../../src/measure/proven-difference.ts";
import { syntheticCorpus, syntheticScan } from "../../src/publish/board-scan.fixture.ts";
import { buildLeaderboard } from "../../src/publish/build-leaderboard.ts";
import type { Leaderboard } from "../../src/schema/board/leaderboard.ts";

const SEEDS = 300;
const SCENARIOS = 64;
const HARD_FAIL_RATE = 0.02;
const FAILURE_RATE = 0.2;
const MODELS = ["maker-a/one", "maker-b/two", "maker-c/three", "maker-d/four"] as const;

const corpus = syntheticCorpus(SCENARIOS);

/** A board of four equal models, except that the first's overall score is better by `difference`. */
function boardWith(seed: number, difference: number): Leaderboard {
  // A hard fail makes the overall 0, so quality must be better by more than the overall is to be.
  const better = FAILURE_RATE - difference / (1 - HARD_FAIL_RATE);
  const scan = syntheticScan({
    corpus,
    seed: `power/${seed}`,
    models: MODELS.map((modelId, index) => ({
      modelId,
      hardFailRate: HARD_FAIL_RATE,
      failureRate: index === 0 ? better : FAILURE_RATE,
    })),
  });
  return buildLeaderboard({ scans: [scan], corpus, calibration: null, allowSimulated: false });
}

function qualityTierOf(board: Leaderboard, modelId: string): number {
  return board.models.find((model) => model.model_id === modelId)?.quality_tier ?? 0;
}

/** Whether the first model's overall score differs significantly from the second's, over all pairs at once. */
function isFound(board: Leaderboard): boolean {
  const [mine, theirs] = MODELS.slice(0, 2).map((id) => board.models.find((m) => m.model_id === id));
  const differences = board.scenarios.map(({ family }, index) => {
    const difference = (mine?.scenario_scores[index]?.low ?? 0) - (theirs?.scenario_scores[index]?.low ?? 0);
    return { family, difference: { low: difference, high: difference } };
  });
  const families = [...Map.groupBy(differences, ({ family }) => family).values()];
  const proven = provenDifference(families.map((members) => members.map(({ difference }) => difference)));
  return (proven?.pMore ?? 1) <= (board.comparisons.level ?? 0);
}

function share(name: string, holds: (seed: number) => boolean): number {
  let count = 0;
  for (let seed = 0; seed < SEEDS; seed += 1) count += Number(holds(seed));
  process.stdout.write(`${((100 * count) / SEEDS).toFixed(1).padStart(6)}%  ${name}\n`);
  return count / SEEDS;
}

let printed: number;

beforeAll(() => {
  // The figure of a board of equal models, averaged over some boards because each is an estimate.
  const boards = Array.from({ length: 20 }, (_, index) => boardWith(10_000 + index, 0));
  const detectable = boards.map((board) => board.comparisons.minimum_detectable_difference?.median ?? 0);
  printed = detectable.reduce((sum, value) => sum + value, 0) / detectable.length;
  process.stdout.write(`        minimum detectable difference: ${printed.toFixed(4)}\n`);
});

test("identical models share a tier and a quality tier in at least 91% of boards", () => {
  const shared = share("identical models share both tiers", (seed) =>
    boardWith(seed, 0).models.every(({ tier, quality_tier }) => tier === 1 && quality_tier === 1),
  );
  expect(shared).toBeGreaterThanOrEqual(0.91);
});

test("a difference as large as the one a board prints is found in 74 to 86% of boards", () => {
  const found = share("a difference of the printed size is found", (seed) =>
    isFound(boardWith(seed, printed)),
  );
  expect(found).toBeGreaterThanOrEqual(0.74);
  expect(found).toBeLessThanOrEqual(0.86);
});

test("a difference of twice that size is found in at least 98% of boards, and gives the better model a quality tier of its own", () => {
  const found = share("twice the printed size is found", (seed) => {
    const board = boardWith(seed, 2 * printed);
    return isFound(board) && qualityTierOf(board, MODELS[0]) === 1 && qualityTierOf(board, MODELS[1]) > 1;
  });
  expect(found).toBeGreaterThanOrEqual(0.98);
});
