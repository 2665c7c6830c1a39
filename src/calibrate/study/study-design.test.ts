import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScoreSource } from "../../measure/judged-estimate.ts";
import type { VarianceComponent } from "../../stats/variance-components.ts";
import { type StudyInput, studyDesign } from "./study-design.ts";

function component(variance: number, ...sources: readonly ScoreSource[]): VarianceComponent<ScoreSource> {
  return { sources, levels: 2, variance };
}

const full: StudyInput = {
  design: { families: 60, scenarios: 60, conversations: 120, judges: 4, votes: 3 },
  components: [
    component(0.02, "family", "scenario"),
    component(0.04, "repeat"),
    component(0.001, "judge"),
    component(0.03, "judge_and_conversation"),
  ],
  parts: { families: (0.02 + 0.04 / 2 + 0.03 / 8) / 60, judges: 0.0001 },
  familyWeight: 1,
  voteVariance: 0.06,
  prices: { unit: "usd", conversation: 0.02, judging: 0.05 },
};
const optionOf = (input: StudyInput, lever: string) =>
  studyDesign(input).options.find((option) => option.lever === lever);

describe("what would narrow an interval", () => {
  test("without judges in it four times the scenarios halve it, a little fewer for the better t", () => {
    const alone = { ...full, parts: { ...full.parts, judges: 0 } };
    const more = optionOf(alone, "scenarios")?.halves?.more ?? 0;
    expect(more).toBeGreaterThan(170);
    expect(more).toBeLessThanOrEqual(180);
    // Two conversations each, by four judges: 2 × (0.02 + 4 × 0.05).
    expect(optionOf(alone, "scenarios")?.halves?.price).toBeCloseTo(more * 0.44, 9);
  });

  test("where judges are the most of it no number of scenarios or repeats halves it, and more judges do", () => {
    const divided = { ...full, parts: { families: 1e-5, judges: 0.01 } };
    expect(optionOf(divided, "scenarios")?.halves).toBeNull();
    expect(optionOf(divided, "repeats")?.halves).toBeNull();
    expect(optionOf(divided, "scenarios")?.atBest).toBeGreaterThan(studyDesign(divided).halfWidth / 2);
    expect(optionOf(divided, "judges")?.halves?.more).toBeGreaterThan(0);
    expect(studyDesign(divided).best).toBe("judges");
    expect(optionOf(divided, "judges")?.next?.price).toBeCloseTo(120 * 0.05, 9);
  });

  test("what the data cannot tell is unknown, with what to run, and never offered", () => {
    const poor = {
      ...full,
      design: { ...full.design, conversations: 60, judges: 1, votes: null },
      components: [component(0.09, "family", "scenario", "repeat", "judge_and_conversation")],
      parts: { families: 0.09 / 60, judges: null },
      voteVariance: null,
    };
    expect(optionOf(poor, "repeats")?.unknown).toContain("two repeats");
    expect(optionOf(poor, "judges")?.unknown).toContain("another judge");
    expect(optionOf(poor, "votes")?.unknown).toContain("votes");
    expect(optionOf(poor, "scenarios")?.halves?.more).toBeGreaterThan(100);
    expect(studyDesign(poor)).toMatchObject({ best: "scenarios", rotation: null });
  });

  test("judges who take turns cost a fraction and give an interval that is no narrower", () => {
    const { rotation, halfWidth } = studyDesign(full);
    expect(rotation?.price).toBeCloseTo(120 * 0.05, 9);
    expect(rotation?.halfWidth).toBeGreaterThanOrEqual(halfWidth);
  });

  test("without prices there is no best for its price, and everything else is as with them", () => {
    const study = studyDesign({ ...full, prices: null });
    expect(study).toMatchObject({ best: null, unit: null });
    expect(study.options.map(({ halves }) => halves?.more)).toEqual(
      studyDesign(full).options.map(({ halves }) => halves?.more),
    );
  });

  test("more of anything never widens it, also where an estimate was below 0", () => {
    const variance = fc.double({ min: -0.05, max: 0.1, noNaN: true });
    const inputs = fc.record({
      family: variance,
      scenario: variance,
      repeat: variance,
      rest: variance,
      vote: fc.double({ min: 0, max: 0.2, noNaN: true }),
      families: fc.double({ min: 1e-6, max: 0.01, noNaN: true }),
      judges: fc.double({ min: 0, max: 0.01, noNaN: true }),
    });
    fc.assert(
      fc.property(inputs, (drawn) => {
        const study = studyDesign({
          ...full,
          components: [
            component(drawn.family, "family"),
            component(drawn.scenario, "scenario"),
            component(drawn.repeat, "repeat"),
            component(drawn.rest, "judge_and_conversation"),
          ],
          parts: { families: drawn.families, judges: drawn.judges },
          voteVariance: drawn.vote,
        });
        for (const { next, atBest } of study.options) {
          expect(next?.halfWidth).toBeLessThanOrEqual(study.halfWidth * (1 + 1e-9));
          expect(atBest).toBeLessThanOrEqual((next?.halfWidth ?? 0) * (1 + 1e-9));
        }
      }),
    );
  });
});
