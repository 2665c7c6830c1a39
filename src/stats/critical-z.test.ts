import { expect, test } from "vitest";
import { criticalZ } from "./critical-z.ts";

test.each([
  [0.5, 0.6744897501960817],
  [0.9, 1.6448536269514722],
  [0.95, 1.959963984540054],
  [0.99, 2.5758293035489004],
  [0.999, 3.2905267314918945],
])("the central %s of a normal ends at %s", (confidence, z) => {
  expect(criticalZ(confidence)).toBeCloseTo(z, 12);
});

test("a confidence outside (0, 1) is refused", () => {
  for (const confidence of [0, 1, -0.1, 95, Number.NaN])
    expect(() => criticalZ(confidence)).toThrow(RangeError);
});
