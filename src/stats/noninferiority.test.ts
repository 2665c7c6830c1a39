import fc from "fast-check";
import { expect, test } from "vitest";
import { noninferiority } from "./noninferiority.ts";

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
