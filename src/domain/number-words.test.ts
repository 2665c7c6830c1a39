import { expect, test } from "vitest";
import {
  describeNothingFailed,
  formatCount,
  formatDecided,
  formatDifference,
  formatEstimate,
  formatProportion,
  formatQuantity,
  formatRate,
  formatScore,
  formatSigned,
  formatUsd,
} from "./number-words.ts";

test("an estimate is one number only where its ends meet, and a dash where there is none", () => {
  const range = { low: 0.714, high: 0.714, interval: { low: 0.55, high: 0.841 }, scenarios: 3 };
  expect(formatEstimate({ range })).toBe("0.71 (0.55–0.84)");
  expect(formatEstimate({ range: { ...range, low: 0.6 } })).toBe("0.60–0.71 (0.55–0.84)");
  expect(formatEstimate({ range: { ...range, interval: null } })).toBe("0.71");
  expect(formatEstimate({ range: null })).toBe("—");
});

test("what was decided is a mean with its interval", () => {
  expect(formatDecided({ mean: 0.714, interval: { low: 0.55, high: 0.841 } })).toBe("0.71 (0.55–0.84)");
  expect(formatDecided({ mean: null, interval: null })).toBe("—");
});

test("a difference between ranges is a range", () => {
  const [point, range] = [
    { low: 0.03, high: 0.03 },
    { low: -0.02, high: 0.05 },
  ];
  expect(formatDifference(point, range)).toBe("+0.03 (−0.02 to +0.05)");
  expect(formatDifference(range, null)).toBe("−0.02 to +0.05");
  expect(formatDifference(null, null)).toBe("—");
});

test("a proportion shows its count before its interval", () => {
  expect(formatProportion({ k: 2, n: 3, interval: { low: 0.208, high: 0.939 } })).toBe("2/3 (21–94%)");
  expect(formatProportion({ k: 0, n: 0, interval: null })).toBe("—");
});

test("a rate that is not 0 or 1 is never shown as if it were", () => {
  expect([0, 0.001, 0.334, 0.999, 1, null].map(formatRate)).toEqual([
    "0%",
    "<1%",
    "33%",
    ">99%",
    "100%",
    "—",
  ]);
});

test("a count without occasions is a dash", () => {
  expect([formatCount(2, 3), formatCount(0, 0)]).toEqual(["2/3", "—"]);
  expect([formatScore(0), formatScore(null)]).toEqual(["0.00", "—"]);
});

test("a quantity agrees with its noun", () => {
  expect([
    formatQuantity(1, "vote"),
    formatQuantity(0, "vote"),
    formatQuantity(2, "branch", "branches"),
  ]).toEqual(["1 vote", "0 votes", "2 branches"]);
});

test("a difference has a sign, and zero has none", () => {
  expect([0.123, -0.05, -0.001, null].map(formatSigned)).toEqual(["+0.12", "−0.05", "0.00", "—"]);
});

test("an unknown price is not a price of nothing", () => {
  expect([null, 0, 0.0123, 12.3].map(formatUsd)).toEqual(["—", "$0", "$0.012", "$12.30"]);
});

test("where something is open, nothing that failed is no good news", () => {
  const range = { low: 0.9, high: 0.9, interval: null, scenarios: 3 };
  expect(describeNothingFailed([{ range }, { range: null }])).toBe("No check failed.");
  expect(describeNothingFailed([{ range }, { range: { ...range, low: 0 } }])).toBe(
    "No failures found. Undecided checks could still be failures.",
  );
});
