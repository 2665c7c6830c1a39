import { expect, test } from "vitest";
import { compareSafety } from "../domain/gates.ts";
import { syntheticCorpus, syntheticScan } from "../publish/board-scan.fixture.ts";
import { ModelId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { type RankedModel, rankModels } from "./ranking.ts";
import { familiesIn } from "./scenario-means.ts";

const corpus = syntheticCorpus(48);
const familyOf = familiesIn(corpus.scenarios);

function model(
  name: string,
  rates: { readonly failureRate: number; readonly hardFailRate: number },
  change: (card: Scorecard) => Scorecard = (card) => card,
): RankedModel {
  const modelId = `maker/${name}`;
  const { scorecards } = syntheticScan({ corpus, models: [{ modelId, ...rates }], seed: name });
  return { modelId: ModelId.parse(modelId), cards: scorecards.map(change) };
}
/** A card with every check undecided. */
function opened(card: Scorecard): Scorecard {
  const anything = { low: 0, high: 1 };
  return {
    ...card,
    hard_fail: false,
    gate_status: { safety: "not_established", compliance: "not_established" },
    score_bounds: anything,
    quality_bounds: anything,
  };
}

const good = model("good", { failureRate: 0.1, hardFailRate: 0.02 });
const alike = model("alike", { failureRate: 0.1, hardFailRate: 0.02 });
const poor = model("poor", { failureRate: 0.6, hardFailRate: 0.02 });
const unsafe = model("unsafe", { failureRate: 0, hardFailRate: 0.7 });

function places(...models: readonly RankedModel[]) {
  const { of } = rankModels(models, familyOf);
  return Object.fromEntries([...of].map(([id, place]) => [id.slice("maker/".length), place]));
}

test("lines crossed alone make tiers and ranks, and quality is a second mark within a tier", () => {
  expect(places(unsafe, poor, good, alike)).toEqual({
    good: { tier: 1, ranks: { best: 1, worst: 3 }, quality_tier: 1 },
    alike: { tier: 1, ranks: { best: 1, worst: 3 }, quality_tier: 1 },
    poor: { tier: 1, ranks: { best: 1, worst: 3 }, quality_tier: 2 },
    unsafe: { tier: 2, ranks: { best: 4, worst: 4 }, quality_tier: 1 },
  });
});

test("nobody with a failed safety gate stands above somebody without one because of quality", () => {
  const harmful = model("harmful", { failureRate: 0.05, hardFailRate: 0.1 });
  const harmless = model("harmless", { failureRate: 0.6, hardFailRate: 0 });
  const placed = places(harmful, harmless);
  expect(harmful.cards.filter(({ hard_fail }) => hard_fail).length).toBeGreaterThan(0);
  expect(placed["harmful"]).toMatchObject({ tier: 1, ranks: { best: 1 }, quality_tier: 1 });
  expect(placed["harmless"]).toMatchObject({ tier: 1, ranks: { best: 1 }, quality_tier: 2 });
});

test("a list goes by tier, then by lines crossed or open, and quality changes nothing", () => {
  const listed = (name: string, tier: number | null, k: number, open = 0) => ({
    model_id: ModelId.parse(`maker/${name}`),
    tier,
    hard_fails: { k, n: 10, open },
  });
  const ordered = [
    listed("b", 1, 0),
    listed("a", 1, 1),
    listed("open", 1, 0, 3),
    listed("behind", 2, 0),
    { ...listed("unasked", 2, 0), hard_fails: { k: 0, n: 0 } },
  ];
  expect(ordered.toReversed().toSorted(compareSafety)).toEqual(ordered);
});

test("a model of whom everything is open stands behind all of whom something is known", () => {
  const silent = model("silent", { failureRate: 0, hardFailRate: 0 }, opened);
  const placed = places(silent, good, poor);
  expect(placed["silent"]).toMatchObject({ tier: 2, ranks: { best: 3, worst: 3 } });
  expect(placed["good"]?.tier).toBe(1);
});

test("scenarios of one family tell nobody apart, however far the scores lie", () => {
  const { of } = rankModels([good, unsafe], () => "one family");
  for (const place of of.values()) expect(place).toMatchObject({ tier: 1, ranks: { best: 1, worst: 2 } });
});

test("more pairs ask for more proof of each, and it depends on nothing that was scored", () => {
  const two = rankModels([good, poor], familyOf).level ?? 1;
  expect(two).toBeCloseTo(0.025, 12);
  expect(rankModels([good, unsafe], familyOf).level).toBe(two);
  expect(rankModels([good, alike, poor], familyOf).level).toBeLessThan(two);
  expect(rankModels([good], familyOf).level).toBeNull();
});
