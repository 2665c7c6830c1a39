import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { syntheticCorpus, syntheticScan } from "../publish/board-scan.fixture.ts";
import { ScenarioId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import { percentileInterval } from "../stats/intervals.ts";
import { rangedInterval } from "../stats/ranged-means.ts";
import { estimateDecided, estimateRange, estimateScore, familyReplicates } from "./estimate.ts";
import { byFamily, familiesIn, type ScenarioValues } from "./scenario-means.ts";

/** This many families, every third with two scenarios. */
function valuesOf(families: number, seed = "a"): ScenarioValues {
  const random = createRandom(seed);
  return new Map(
    Array.from({ length: families }, (_, index) =>
      Array.from(
        { length: index % 3 === 0 ? 2 : 1 },
        (_, variant) => [ScenarioId.parse(`safety_f${index}_00${variant}`), random.next()] as const,
      ),
    ).flat(),
  );
}
const familyOf = (id: ScenarioId) => id.slice(0, -4);
const clustersOf = (values: ScenarioValues) =>
  [...byFamily(values, familyOf).values()].map((family) =>
    family.map((value) => ({ low: value, high: value })),
  );

test("below 30 families the interval is Student's t over families, from 30 on their bootstrap", () => {
  const few = valuesOf(29);
  expect(estimateDecided(few, familyOf)).toMatchObject({
    method: "t",
    interval: rangedInterval(clustersOf(few)),
  });
  const many = valuesOf(30);
  const families = byFamily(many, familyOf);
  expect(estimateDecided(many, familyOf)).toMatchObject({
    method: "bootstrap",
    interval: percentileInterval(familyReplicates([...families.keys()], families)),
    scenarios: many.size,
  });
});

test("the digits depend on the scorecards alone, not on the order in which they are read", () => {
  for (const count of [12, 48]) {
    const corpus = syntheticCorpus(count);
    const models = [{ modelId: "maker/a", failureRate: 0.3, hardFailRate: 0.1 }];
    const { scorecards } = syntheticScan({ corpus, models, seed: "order", repeats: 3 });
    const estimate = (cards: readonly Scorecard[]) =>
      estimateScore(cards, "overall", familiesIn(corpus.scenarios));
    fc.assert(
      fc.property(fc.shuffledSubarray([...scorecards], { minLength: scorecards.length }), (shuffled) => {
        expect(estimate(shuffled)).toEqual(estimate(scorecards));
      }),
      { numRuns: 5 },
    );
  }
});

test("an interval lies within the scale of scores", () => {
  const values = new Map([...valuesOf(4)].map(([id], index) => [id, index === 0 ? 0 : 1]));
  const { interval } = estimateDecided(values, familyOf);
  expect(interval?.high).toBe(1);
  expect(interval?.low).toBeGreaterThanOrEqual(0);
});

test("one family, or families that all score alike, have a mean and no interval", () => {
  for (const families of [1, 5, 40]) {
    const values = new Map([...valuesOf(families)].map(([id]) => [id, 0.25]));
    expect(estimateDecided(values, familyOf)).toMatchObject({ mean: 0.25, interval: null, method: null });
  }
  expect(estimateDecided(new Map(), familyOf)).toEqual({
    mean: null,
    interval: null,
    method: null,
    scenarios: 0,
  });
});

test("a range that widens never narrows its interval nor lifts its lower end", () => {
  for (const families of [6, 40]) {
    const values = [...valuesOf(families)];
    const opened = fc.array(fc.nat(values.length - 1), { maxLength: 4 });
    fc.assert(
      fc.property(opened, opened, (first, second) => {
        const range = (open: readonly number[]) =>
          estimateRange(
            new Map(
              values.map(([id, value], index) => [
                id,
                open.includes(index) ? { low: 0, high: 1 } : { low: value, high: value },
              ]),
            ),
            familyOf,
          );
        const [few, more] = [range(first), range([...first, ...second])];
        expect(more?.low).toBeLessThanOrEqual(few?.low ?? Number.NaN);
        expect(more?.high).toBeGreaterThanOrEqual(few?.high ?? Number.NaN);
        expect(more?.interval?.low).toBeLessThanOrEqual(few?.interval?.low ?? Number.NaN);
        expect(more?.interval?.high).toBeGreaterThanOrEqual(few?.interval?.high ?? Number.NaN);
      }),
      { numRuns: 40 },
    );
  }
});
