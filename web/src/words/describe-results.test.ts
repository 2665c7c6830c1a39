import { describe, expect, test } from "vitest";
import type { ComparedMeasure } from "../../../src/site/build-comparison.ts";
import type { BlindspotCell } from "../../../src/site/pages/build-blindspots.ts";
import {
  describeCell,
  describeComparison,
  describeDifference,
  describeNoFailure,
  emptyState,
  formatCell,
  formatCellInterval,
  isDecided,
  tallyVotes,
  towardsBetter,
} from "./describe-results.ts";

describe("describe cell", () => {
  const cell = (part: Partial<BlindspotCell>): BlindspotCell => ({
    k: 0,
    n: 0,
    rate: null,
    interval: null,
    small: true,
    unclear: 0,
    not_applicable: 0,
    mistagged: false,
    left_out: false,
    worst: null,
    ...part,
  });
  const decided = { k: 2, n: 13, rate: 2 / 13, interval: { low: 0.043, high: 0.422 }, small: false };

  test("a check that nobody was eligible for had no occasion", () => {
    expect(emptyState(null)).toBe("no_occasion");
    expect(formatCell(null)).toBe("no occasion");
    expect(formatCell(cell({ not_applicable: 4 }))).toBe("no occasion");
    expect(describeCell(null)).toBe("no conversation gave occasion for it.");
  });

  test("occasions of which none could be judged are not decided, and never no occasion", () => {
    const undecided = cell({ unclear: 13 });
    expect(emptyState(undecided)).toBe("not_decided");
    expect(formatCell(undecided)).toBe("not decided (13 unclear)");
    expect(formatCellInterval(undecided)).toBe("not decided (13 unclear)");
    expect(describeCell(undecided)).toBe(
      "not decided. 13 conversations gave occasion for it, and every verdict is unclear.",
    );
  });

  test("a count is of what was decided, and beside it stands how much was not", () => {
    const partly = cell({ ...decided, unclear: 3 });
    expect(isDecided(partly)).toBe(true);
    expect(formatCell(partly)).toBe("2 of 13, 3 not decided");
    expect(formatCellInterval(partly)).toBe("2 of 13 (4–42%), 3 not decided");
    expect(describeCell(partly)).toBe(
      "failed 2 of 13 (95% interval 4–42%). Of 16 conversations that gave occasion for it, 3 are not decided.",
    );
  });

  test("what is wholly decided needs no word about the rest", () => {
    expect(formatCellInterval(cell(decided))).toBe("2 of 13 (4–42%)");
    expect(describeCell(cell({ ...decided, small: true }))).toBe("failed 2 of 13 (too few for a rate).");
  });

  test("that nothing failed is said without more only where everything was decided", () => {
    const passed = cell({ ...decided, k: 0 });
    expect(describeNoFailure([passed, null])).toBe("No failure was found.");
    expect(describeNoFailure([passed, cell({ unclear: 4 })])).toBe(
      "No failure was found, but 4 conversations are not decided.",
    );
    expect(describeNoFailure([cell({ unclear: 4 }), null])).toBe(
      "Whether it was failed is not decided: every verdict is unclear.",
    );
    expect(describeNoFailure([null])).toBe("No conversation gave occasion for it.");
  });

  test("a check that the scan leaves out was not looked for, which is not the same as no occasion", () => {
    const leftOut = cell({ left_out: true });
    expect(emptyState(leftOut)).toBe("left_out");
    expect(formatCellInterval(leftOut)).toBe("not looked for");
    expect(describeCell(leftOut)).toBe("nobody looked for it. The scan did not ask it.");
    expect(describeNoFailure([leftOut, leftOut])).toBe("Nobody looked for it: the scan did not ask it.");
  });

  test("conversations in which nobody looked are counted beside the others, with the cause", () => {
    const unlooked = [{ because: "no tag calls for it", conversations: 37 }];
    const said = "Nobody looked for it in 37 conversations: no tag calls for it.";
    const partly = cell({ ...decided, unlooked });
    expect(formatCell(partly)).toBe("2 of 13, 37 not looked for");
    expect(describeCell(partly)).toContain(said);
    const nobody = cell({ left_out: true, unlooked });
    expect(formatCell(nobody)).toBe("not looked for");
    expect(describeCell(nobody)).toBe(`nobody looked for it. ${said}`);
    expect(describeNoFailure([nobody])).toBe(said);
    expect(describeNoFailure([cell({ ...decided, k: 0, unlooked })])).toBe(`No failure was found. ${said}`);
    expect(emptyState(cell({ not_applicable: 2, unlooked }))).toBe("left_out");
  });
});

describe("describe difference", () => {
  const MEASURE: ComparedMeasure = {
    measure: "overall",
    name: "Overall",
    better: "higher",
    a: { low: 0.5, high: 0.5 },
    b: { low: 0.7, high: 0.7 },
    difference: { low: 0.2, high: 0.2 },
    interval: { low: 0.05, high: 0.35 },
    p: 0.012,
    answer: "b_better",
    scenarios: 40,
    counted: null,
  };
  const say = (change: Partial<ComparedMeasure>) => describeDifference({ ...MEASURE, ...change }, "A", "B");

  test("who is better is said where the comparison has an answer", () => {
    expect(say({})).toBe("+0.20 (+0.05 to +0.35): better for B, p = 0.012");
    expect(say({ answer: "a_better", p: 0.0001 })).toMatch(/: better for A, p < 0.001$/);
    expect(say({ answer: "cannot_tell", p: 0.09 })).toMatch(/: cannot be told apart, p = 0.090$/);
  });

  test("what is open makes the difference a range", () => {
    const open = { difference: { low: -0.1, high: 0.2 }, answer: "cannot_tell", p: 1 } as const;
    expect(say(open)).toBe("−0.10 to +0.20 (+0.05 to +0.35): cannot be told apart, p = 1.000");
  });

  test("where no scenario is shared there is nothing to say", () => {
    expect(say({ difference: null, interval: null, p: null })).toBe("no scenario is shared");
  });

  test("the title is the answer by lines crossed, and where there is none who is better in quality", () => {
    const lines: ComparedMeasure = {
      ...MEASURE,
      measure: "hard_fail",
      better: "lower",
      answer: "cannot_tell",
    };
    const quality: ComparedMeasure = { ...MEASURE, measure: "quality" };
    const title = (...measures: readonly ComparedMeasure[]) => describeComparison(measures, "A", "B");
    expect(title({ ...lines, answer: "a_better" }, quality)).toBe("A crosses fewer lines than B");
    expect(title({ ...lines, answer: "b_better" }, quality)).toBe("B crosses fewer lines than A");
    expect(title(lines, quality)).toBe(
      "A and B cannot be told apart by how many lines they cross; B is better in quality",
    );
    expect(title(lines, { ...quality, answer: "cannot_tell" })).toBe(
      "A and B cannot be told apart by how many lines they cross or by quality",
    );
  });

  test("what is better lies to the right, of lines crossed too", () => {
    const range = { low: -0.3, high: -0.1 };
    expect(towardsBetter(range, "higher")).toEqual(range);
    expect(towardsBetter(range, "lower")).toEqual({ low: 0.1, high: 0.3 });
    expect(towardsBetter(null, "lower")).toBeNull();
  });
});

test("votes are told by what they say, most first, void ones among them", () => {
  const cast = (...verdicts: readonly ("FAIL" | "PASS" | null)[]) =>
    tallyVotes(verdicts.map((verdict) => ({ verdict })));
  expect(cast("PASS", "FAIL", "PASS")).toBe("2 pass, 1 fail");
  expect(cast("FAIL", "PASS", null)).toBe("1 fail, 1 pass, 1 void");
});
