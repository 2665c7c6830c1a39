import { expect, test } from "vitest";
import type { ComparedMeasure } from "../../../src/schema/site-compare.ts";
import { describeDifference } from "./describe-difference.ts";

const MEASURE: ComparedMeasure = {
  measure: "overall",
  name: "Overall",
  better: "higher",
  a: 0.5,
  b: 0.7,
  difference: 0.2,
  interval: { low: 0.05, high: 0.35 },
  p: 0.012,
  scenarios: 40,
  reason: null,
};
const say = (change: Partial<ComparedMeasure>) => describeDifference({ ...MEASURE, ...change }, "A", "B");

test("one is better where the interval leaves out 0 and the adjusted p is small", () => {
  expect(say({})).toMatch(/: better for B, p = 0.012$/);
  expect(say({ better: "lower" })).toMatch(/: better for A, p = 0.012$/);
  expect(say({ p: 0.0001 })).toMatch(/: better for B, p < 0.001$/);
});

test("nobody is better by an interval alone: p is adjusted for all measures and the interval is not", () => {
  expect(say({ p: 0.09 })).toMatch(/: cannot be told apart, p = 0.090$/);
  expect(say({ p: 0.05 })).toMatch(/: cannot be told apart, p = 0.050$/);
});

test("nobody is better where the interval holds 0", () => {
  expect(say({ interval: { low: -0.01, high: 0.4 } })).toMatch(/: cannot be told apart, p = 0.012$/);
});

test("where nothing could be computed it says why", () => {
  const nothing = { difference: null, interval: null, p: null };
  expect(say({ ...nothing, reason: "fewer than two families" })).toBe("fewer than two families");
});
