import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { effectiveVotes, voteCorrelation } from "./effective-votes.ts";

describe("what votes are worth", () => {
  test("votes that always agree are worth one, votes that have nothing in common all of them", () => {
    const agreeing = voteCorrelation([[..."PFPF"].map((answer) => [answer, answer, answer])]);
    expect(agreeing.value?.correlation).toBeCloseTo(1, 12);
    expect(effectiveVotes(3, 1)).toBe(1);
    expect(effectiveVotes(3, 0)).toBe(3);
    expect(effectiveVotes(3, -0.2)).toBe(3);
    expect(effectiveVotes(9, 0.4375)).toBeCloseTo(2, 12);
  });

  test("the correlation of two kinds of answers is the one of the analysis of variance", () => {
    // Means 1, 1/2, 0, 0 of two votes each: mean squares 0.4583 between and 0.125 within, (MSB − MSW) / (MSB + MSW).
    const { value } = voteCorrelation([
      [
        ["F", "F"],
        ["F", "P"],
        ["P", "P"],
        ["P", "P"],
      ],
    ]);
    const [between, within] = [(2 * (0.625 ** 2 + 0.125 ** 2 + 2 * 0.375 ** 2)) / 3, 0.5 / 4];
    expect(value?.correlation).toBeCloseTo((between - within) / (between + within), 12);
  });

  test("planted correlations are found: a question's own chance of FAIL is shared by its votes", () => {
    // A chance that is uniform between 0 and 1 gives votes a correlation of 1/3, and within half that width of 1/12.
    for (const [width, planted] of [
      [1, 1 / 3],
      [0.5, 1 / 12],
    ] as const) {
      const random = createRandom(`votes/${width}`);
      const questions = Array.from({ length: 20_000 }, () => {
        const chance = 0.5 + width * (random.next() - 0.5);
        return Array.from({ length: 2 + random.below(2) }, () => (random.next() < chance ? "FAIL" : "PASS"));
      });
      const found = voteCorrelation([questions]).value?.correlation ?? Number.NaN;
      expect(Math.abs(found - planted)).toBeLessThan(0.015);
    }
  });

  test("what kinds of questions have in common is no agreement between votes", () => {
    const random = createRandom("kinds");
    const kinds = [0.1, 0.9].map((chance) =>
      Array.from({ length: 4000 }, () => [0, 1, 2].map(() => (random.next() < chance ? "FAIL" : "PASS"))),
    );
    expect(Math.abs(voteCorrelation(kinds).value?.correlation ?? 1)).toBeLessThan(0.02);
    expect(voteCorrelation([kinds.flat()]).value?.correlation).toBeGreaterThan(0.6);
  });

  test("where every vote is the same, or none has a second, nothing is claimed", () => {
    expect(
      voteCorrelation([
        [
          ["P", "P"],
          ["P", "P"],
        ],
      ]).reason,
    ).toContain("said the same");
    expect(voteCorrelation([[["P"], ["F"]]]).reason).toContain("asked twice");
    expect(voteCorrelation([[["P", "F"]]]).reason).toContain("one question");
    expect(voteCorrelation([]).value).toBeNull();
  });

  test("votes are worth between one and all of them, whatever they say", () => {
    const answers = fc.array(fc.constantFrom("PASS", "FAIL", "UNCLEAR", "void"), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(fc.array(answers)), fc.integer({ min: 1, max: 9 }), (kinds, votes) => {
        const { value } = voteCorrelation(kinds);
        if (value === null) return;
        expect(value.correlation).toBeLessThanOrEqual(1 + 1e-9);
        const worth = effectiveVotes(votes, value.correlation);
        expect(worth).toBeGreaterThanOrEqual(1);
        expect(worth).toBeLessThanOrEqual(votes);
      }),
    );
  });
});
