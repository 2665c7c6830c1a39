import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredStandardError } from "./clustered-error.fixture.ts";
import { noninferiority } from "./paired-difference.ts";
import { sampleVariance } from "./sums.ts";

describe("clustered standard error", () => {
  const score = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
  const clusters = fc.array(fc.array(score, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 12 });

  test("with clusters of one, CR1 is the ordinary standard error", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), (scores) => {
        const found = clusteredStandardError(scores.map((one) => [one]));
        expect(found.value?.cr1).toBeCloseTo(Math.sqrt(sampleVariance(scores) / scores.length), 12);
      }),
    );
  });

  test("neither the order of clusters nor that within them matters, and an empty one adds nothing", () => {
    fc.assert(
      fc.property(clusters, (given) => {
        const turned = given.toReversed().map((scores) => scores.toReversed());
        const found = clusteredStandardError(given).value;
        const again = clusteredStandardError([[], ...turned]).value;
        expect(again?.clusters).toBe(found?.clusters);
        expect(again?.cr1).toBeCloseTo(found?.cr1 ?? -1, 12);
        expect(again?.mean).toBeCloseTo(found?.mean ?? -1, 12);
      }),
    );
  });

  test("scores that repeat within a cluster are worth no more than one", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 12 }), (scores) => {
        const once = clusteredStandardError(scores.map((one) => [one])).value;
        const thrice = clusteredStandardError(scores.map((one) => [one, one, one])).value;
        expect(thrice?.cr1).toBeCloseTo(once?.cr1 ?? -1, 12);
      }),
    );
  });

  test("no score and one cluster have no standard error, each with its reason", () => {
    expect(clusteredStandardError([[], []])).toEqual({ value: null, reason: "nothing was scored" });
    expect(clusteredStandardError([[1, 0, 1]])).toEqual({
      value: null,
      reason: "one cluster says nothing of how clusters differ",
    });
  });
});

describe("noninferiority", () => {
  const requests = fc.record({
    difference: fc.integer({ min: -20, max: 20 }).map((percent) => percent / 100),
    standardError: fc.integer({ min: 1, max: 100 }).map((thousandths) => thousandths / 1000),
    degreesOfFreedom: fc.integer({ min: 1, max: 100 }),
    margin: fc.integer({ min: 1, max: 10 }).map((percent) => percent / 100 + 0.0003),
  });

  test("it passes exactly where p is below 5%, and fails exactly where p is above 95%", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { value } = noninferiority(request);
        const p = value?.p ?? -1;
        expect(value?.outcome).toBe(p < 0.05 ? "PASS" : p > 0.95 ? "FAIL" : "INCONCLUSIVE");
      }),
    );
  });

  test("a wider margin or a better difference never turns a pass into anything else", () => {
    fc.assert(
      fc.property(requests, (request) => {
        fc.pre(noninferiority(request).value?.outcome === "PASS");
        expect(noninferiority({ ...request, margin: request.margin + 0.01 }).value?.outcome).toBe("PASS");
        expect(noninferiority({ ...request, difference: request.difference + 0.01 }).value?.outcome).toBe(
          "PASS",
        );
      }),
    );
  });

  test("an unknown spread decides nothing", () => {
    const request = { difference: 0, standardError: 0, degreesOfFreedom: 62, margin: 0.03 };
    const unknown = { value: null, reason: "the spread of the difference is unknown" };
    expect(noninferiority(request)).toEqual(unknown);
  });

  test("a margin that allows for nothing, or a confidence that claims nothing, is refused", () => {
    const request = { difference: 0, standardError: 0.1, degreesOfFreedom: 62, margin: 0.03 };
    expect(() => noninferiority({ ...request, margin: 0 })).toThrow(RangeError);
    expect(() => noninferiority(request, 0.5)).toThrow(RangeError);
  });
});
