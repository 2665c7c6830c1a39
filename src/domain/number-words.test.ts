import { expect, test } from "vitest";
import {
  formatCount,
  formatEstimate,
  formatProportion,
  formatQuantity,
  formatRate,
  formatScore,
  formatSigned,
  formatUsd,
} from "./number-words.ts";

test("an estimate shows its interval, and a dash where there is no mean", () => {
  expect(formatEstimate({ mean: 0.714, interval: { low: 0.55, high: 0.841 } })).toBe("0.71 (0.55–0.84)");
  expect(formatEstimate({ mean: 0.5, interval: null })).toBe("0.50");
  expect(formatEstimate({ mean: null, interval: null })).toBe("—");
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
