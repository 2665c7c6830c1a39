import { expect, test } from "vitest";
import { mayHoldAt, placeOf } from "./places.ts";

test("a scenario plays where its region says, else where its rules hold, else nowhere in particular", () => {
  expect(placeOf({ region: "GB", jurisdiction: "base" })).toBe("GB");
  expect(placeOf({ jurisdiction: "tx" })).toBe("US-TX");
  expect(placeOf({ jurisdiction: "or" })).toBe("US-OR");
  expect(placeOf({ jurisdiction: "eu" })).toBe("EU");
  expect(placeOf({ jurisdiction: "base" })).toBeNull();
  expect(placeOf({})).toBeNull();
});

test.for([
  ["US", "US-OH", true],
  ["US-OH", "US", true],
  ["US-OH", "US-TX", false],
  ["IE", "EU", true],
  ["US", "EU", false],
  ["US-DE", "EU", false],
  ["GB", "EU", false],
] as const)("what is said of %s may hold at %s: %s", ([region, place, holds]) => {
  expect(mayHoldAt(region, place)).toBe(holds);
});
