import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { sampleMean } from "./sums.ts";
import { PLANTED_SOURCES, plantedFacets, plantValues } from "./variance-components.fixture.ts";
import { varianceEstimator } from "./variance-components.ts";

describe("variance components", () => {
  test("two crossed facets have the variances of the analysis of variance", () => {
    const values = [1, 2, 4, 7, 6, 8];
    const rows = { name: "row", levels: ["a", "a", "b", "b", "c", "c"] } as const;
    const judges = { name: "judge", levels: ["1", "2", "1", "2", "1", "2"] } as const;
    const { value } = varianceEstimator<"row" | "judge" | "rest">([rows, judges], "rest")(values);
    const found = new Map(value?.components.map(({ sources, variance }) => [sources[0], variance]));
    const mean = sampleMean(values);
    const meanSquare = (means: readonly number[], each: number) =>
      (each * means.reduce((sum, one) => sum + (one - mean) ** 2, 0)) / (means.length - 1);
    const ofRows = meanSquare([1.5, 5.5, 7], 2);
    const ofJudges = meanSquare([11 / 3, 17 / 3], 3);
    const total = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const rest = (total - 2 * ofRows - ofJudges) / 2;
    expect(found.get("rest")).toBeCloseTo(rest, 12);
    expect(found.get("row")).toBeCloseTo((ofRows - rest) / 2, 12);
    expect(found.get("judge")).toBeCloseTo((ofJudges - rest) / 3, 12);
  });

  test("over 500 planted worlds with five judges the mean of each component is within a tenth of what was planted", () => {
    const planted = {
      family: 0.03,
      scenario: 0.02,
      conversation: 0.02,
      judge: 0.01,
      "judge × conversation": 0.02,
      vote: 0.02,
    };
    const facets = plantedFacets({ families: 21, repeats: 2, judges: 5, votes: 2 });
    const estimate = varianceEstimator(facets, "vote");
    const worlds = Array.from({ length: 500 }, (_, world) => {
      const { value } = estimate(plantValues(createRandom(`components/${world}`), facets, planted));
      return new Map(value?.components.map(({ sources, variance }) => [sources.join("+"), variance]));
    });
    for (const source of PLANTED_SOURCES) {
      const mean = sampleMean(worlds.map((found) => found.get(source) ?? Number.NaN));
      expect(mean / planted[source], source).toBeGreaterThan(0.9);
      expect(mean / planted[source], source).toBeLessThan(1.1);
    }
  });

  test("one repeat, one judge and one vote are not told apart, and a single judge is unknown and not 0", () => {
    const facets = plantedFacets({ families: 6, repeats: 1, judges: 1, votes: 1 });
    const values = plantValues(createRandom("one of each"), facets, {
      family: 1,
      scenario: 1,
      conversation: 1,
      judge: 1,
      "judge × conversation": 1,
      vote: 1,
    });
    const { value } = varianceEstimator(facets, "vote")(values);
    expect(value?.unknown).toEqual(["judge"]);
    expect(value?.components.map(({ sources }) => sources)).toEqual([
      ["family"],
      ["scenario", "conversation", "judge × conversation", "vote"],
    ]);
  });

  test("a constant moves nothing, a factor scales variances by its square, and the order of values is nothing", () => {
    const facets = plantedFacets({ families: 5, repeats: 2, judges: 3, votes: 1 });
    const count = facets[0]?.levels.length ?? 0;
    const value = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
    const estimate = varianceEstimator(facets, "vote");
    fc.assert(
      fc.property(
        fc.array(value, { minLength: count, maxLength: count }),
        value,
        fc.nat({ max: count }),
        (values, shift, turn) => {
          const variances = (found: ReturnType<typeof estimate>) =>
            found.value?.components.map(({ variance }) => variance) ?? [];
          const expected = variances(estimate(values));
          const moved = variances(estimate(values.map((each) => 2 * each + shift)));
          for (const [index, variance] of moved.entries())
            expect(variance).toBeCloseTo(4 * (expected[index] ?? Number.NaN), 8);
          const rotate = <Item>(items: readonly Item[]) => [...items.slice(turn), ...items.slice(0, turn)];
          const turned = varianceEstimator(
            facets.map(({ name, levels }) => ({ name, levels: rotate(levels) })),
            "vote",
          )(rotate(values));
          for (const [index, variance] of variances(turned).entries())
            expect(variance).toBeCloseTo(expected[index] ?? Number.NaN, 8);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("judges who never met the same conversations leave the design undetermined, which is said", () => {
    const facets = [
      { name: "family", levels: ["1", "1", "2", "2"] },
      { name: "judge", levels: ["x", "x", "y", "y"] },
    ] as const;
    const { value } = varianceEstimator<"family" | "judge" | "rest">(facets, "rest")([1, 2, 4, 4]);
    expect(value?.components.map(({ sources }) => sources)).toEqual([["family", "judge"], ["rest"]]);
    expect(varianceEstimator([{ name: "a", levels: ["1"] }], "a")([1]).reason).toContain("single value");
  });
});
