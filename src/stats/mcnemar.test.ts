import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { mcNemarTest } from "./mcnemar.ts";
import { signFlipTest } from "./sign-flip-test.ts";

test("the exact p is that of flipping the discordant pairs", () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), (b, c) => {
      const pairs = [...Array<number[]>(b).fill([1]), ...Array<number[]>(c).fill([-1]), [0]];
      const flipped = signFlipTest(pairs, { random: createRandom("unused"), samples: 1 });
      expect(mcNemarTest(b, c).exact).toBeCloseTo(flipped.value?.p ?? -1, 10);
    }),
  );
});

test("mid-p lies below the exact p, both in (0, 1], and the sides may be exchanged", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (b, c) => {
      const { exact, midP } = mcNemarTest(b, c);
      expect(midP).toBeGreaterThan(0);
      expect(midP).toBeLessThanOrEqual(exact);
      expect(exact).toBeLessThanOrEqual(1);
      expect(mcNemarTest(c, b)).toEqual(mcNemarTest(b, c));
    }),
  );
});

test("without a discordant pair p is 1, and chi-square is undefined", () => {
  const none = { value: null, reason: "no pair is discordant" };
  expect(mcNemarTest(0, 0)).toEqual({ exact: 1, midP: 1, chiSquare: none, correctedChiSquare: none });
});

test("what is no count is refused", () => {
  expect(() => mcNemarTest(-1, 3)).toThrow(RangeError);
  expect(() => mcNemarTest(1.5, 3)).toThrow(RangeError);
});
