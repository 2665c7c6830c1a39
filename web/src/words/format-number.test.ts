import { expect, test } from "vitest";
import { formatDifference, formatEstimate, formatRate, formatUsd } from "./format-number.ts";

test("a rate that is not 0 or 1 is never shown as if it were", () => {
  expect(formatRate(0.001)).toBe("<1%");
  expect(formatRate(0.999)).toBe(">99%");
  expect(formatRate(0)).toBe("0%");
  expect(formatRate(null)).toBe("—");
});

test("a difference has a sign, and zero has none", () => {
  expect(formatDifference(0.123)).toBe("+0.12");
  expect(formatDifference(-0.05)).toBe("−0.05");
  expect(formatDifference(-0.001)).toBe("0.00");
});

test("an estimate stands with its interval", () => {
  expect(formatEstimate({ mean: 0.71, interval: { low: 0.55, high: 0.84 } })).toBe("0.71 (0.55–0.84)");
  expect(formatEstimate({ mean: null, interval: null })).toBe("—");
});

test("an unknown price is not a price of nothing", () => {
  expect(formatUsd(null)).toBe("—");
  expect(formatUsd(0)).toBe("$0");
  expect(formatUsd(0.0123)).toBe("$0.012");
});
