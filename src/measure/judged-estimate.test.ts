import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { ScenarioId } from "../schema/ids.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import { type Planted, plantedFacets, plantValues } from "../stats/variance-components.fixture.ts";
import {
  estimateAcrossJudges,
  halfWidth,
  type JudgedScore,
  rangeAcrossJudges,
  scoreComponents,
} from "./judged-estimate.ts";

const familyOf = (scenarioId: ScenarioId) => scenarioId.slice(0, -4);

function judged(judge: string, scenario: string, value: number, repeat = 1): JudgedScore {
  const scenarioId = ScenarioId.parse(scenario);
  return { judge, scenarioId, conversation: `${scenario}.r${repeat}`, value };
}

describe("a score across judges", () => {
  test("over 500 planted worlds with five judges the interval covers at least 93%, and without the judges far less", () => {
    const planted: Planted = {
      family: 0.02,
      scenario: 0.02,
      conversation: 0.02,
      judge: 0.01,
      "judge × conversation": 0.02,
      vote: 0,
    };
    const facets = plantedFacets({ families: 24, repeats: 1, judges: 5, votes: 1 });
    const at = (name: string) => facets.find((facet) => facet.name === name)?.levels ?? [];
    const [scenarios, conversations, judges] = [at("scenario"), at("conversation"), at("judge")];
    const covered = { all: 0, families: 0, oneJudge: 0 };
    for (let world = 0; world < 500; world += 1) {
      const values = plantValues(createRandom(`judged/${world}`), facets, planted, 0.5);
      const scores = values.map((value, index) => ({
        judge: judges[index] ?? "",
        // Scenarios of the simulation have their own names.
        scenarioId: (scenarios[index] ?? "") as ScenarioId,
        conversation: conversations[index] ?? "",
        value,
      }));
      const family = (scenarioId: string) => scenarioId.slice(0, scenarioId.indexOf("/"));
      const covers = (interval: Interval | null) =>
        Number(interval !== null && interval.low <= 0.5 && interval.high >= 0.5);
      const found = estimateAcrossJudges(scores, family);
      covered.all += covers(found.interval);
      covered.families += covers(found.familyInterval);
      const byOne = scores.filter(({ judge }) => judge === "0");
      covered.oneJudge += covers(estimateAcrossJudges(byOne, family).familyInterval);
    }
    expect(covered.all / 500).toBeGreaterThanOrEqual(0.93);
    expect(covered.families / 500).toBeLessThan(0.9);
    expect(covered.oneJudge / 500).toBeLessThan(0.75);
  });

  test("whatever the judges say, they never make the interval narrower than families alone", () => {
    const variance = fc.double({ min: 1e-9, max: 1, noNaN: true });
    const groups = fc.integer({ min: 2, max: 60 });
    fc.assert(
      fc.property(variance, variance, groups, groups, (families, judges, many, few) => {
        const alone = halfWidth({ families, judges: 0 }, { families: many, judges: 1 });
        expect(halfWidth({ families, judges }, { families: many, judges: few })).toBeGreaterThanOrEqual(
          alone,
        );
      }),
    );
  });

  test("one judge says nothing of judges: there is no interval with the judge in it", () => {
    const scores = ["safety_a_001", "safety_b_001", "safety_c_001"].map((id, at) => judged("x", id, at / 4));
    const found = estimateAcrossJudges(scores, familyOf);
    expect(found).toMatchObject({ mean: 0.25, judges: 1, interval: null, parts: { judges: null } });
    expect(found.familyInterval).not.toBeNull();
    expect(scoreComponents(scores, familyOf).value).toMatchObject({ unknown: ["judge"] });
  });

  test("judges are compared on what all of them scored, and what one left out is counted", () => {
    const scores = [
      judged("x", "safety_a_001", 0.2),
      judged("x", "safety_b_001", 0.4),
      judged("x", "safety_c_001", 0.9),
      judged("y", "safety_a_001", 0.4),
      judged("y", "safety_b_001", 0.6),
    ];
    const found = estimateAcrossJudges(scores, familyOf);
    expect(found).toMatchObject({ judges: 2, conversations: 3, notScoredByAll: 1 });
    expect(found.mean).toBeCloseTo((0.3 + 0.5 + 0.9) / 3, 12);
    // 0.3 and 0.5 on the two that both scored: a variance of 0.02, over two judges.
    expect(found.parts?.judges).toBeCloseTo(0.01, 12);
  });

  test("a scenario counts once, however often it was repeated", () => {
    const scores = ["x", "y"].flatMap((judge) => [
      judged(judge, "safety_a_001", 1, 1),
      judged(judge, "safety_a_001", 0, 2),
      judged(judge, "safety_b_001", 1, 1),
    ]);
    expect(estimateAcrossJudges(scores, familyOf)).toMatchObject({
      mean: 0.75,
      scenarios: 2,
      conversations: 3,
    });
  });

  test("what is open never narrows the interval, and where nothing is open the range is the score", () => {
    const value = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
    const cells = ["x", "y", "z"].flatMap((judge) =>
      ["safety_a_001", "safety_a_002", "safety_b_001", "safety_c_001"].map((id) => ({ judge, id })),
    );
    const values = fc.array(value, { minLength: cells.length, maxLength: cells.length });
    fc.assert(
      fc.property(values, values, values, (scored, below, above) => {
        const scores = cells.map(({ judge, id }, at) => judged(judge, id, scored[at] ?? 0));
        const ranged = (low: readonly number[], high: readonly number[]) =>
          rangeAcrossJudges(
            scores.map(({ value: own, ...rest }, at) => ({
              ...rest,
              range: { low: Math.min(own, low[at] ?? 0), high: Math.max(own, high[at] ?? 0) },
            })),
            familyOf,
          )?.interval;
        const decided = ranged(scored, scored);
        const open = ranged(below, above);
        expect(open?.low).toBeLessThanOrEqual((decided?.low ?? 0) + 1e-12);
        expect(open?.high).toBeGreaterThanOrEqual((decided?.high ?? 1) - 1e-12);
        const estimate = estimateAcrossJudges(scores, familyOf).interval;
        if (estimate !== null) expect(estimate).toEqual(decided);
      }),
    );
  });
});
