import fc from "fast-check";
import { expect, test } from "vitest";
import { anchor } from "./anchor.ts";

test("an ordinary id is readable in its anchor", () => {
  expect(anchor("transcript", "sim-careful/safety_x_001.r1")).toBe("transcript-sim-careful/safety_x_001.r1");
  expect(anchor("check", "IB-A1")).toBe("check-IB-A1");
});

test("an anchor holds nothing that a fragment or an attribute could not", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (part) => {
      expect(anchor("transcript", part)).toMatch(/^[A-Za-z0-9._~/-]+$/);
    }),
  );
});

test("distinct ids have distinct anchors", () => {
  const part = fc.string({ unit: fc.constantFrom("~", "7", "e", "-", "<", "é", "a", "_") });
  fc.assert(
    fc.property(part, part, (a, b) => {
      expect(anchor("check", a) === anchor("check", b)).toBe(a === b);
    }),
  );
});
