import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { signFlipTest } from "./sign-flip-test.ts";

const differences = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 12 });
const options = () => ({ random: createRandom("flips"), samples: 4000 });

function byHand(values: readonly number[]): number {
  const patterns = 2 ** values.length;
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  let extreme = 0;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    const sum = values.reduce((all, value, bit) => all + (pattern & (1 << bit) ? value : -value), 0);
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / patterns;
}

test("few clusters are enumerated, as one would by hand", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const { value } = signFlipTest(
        values.map((one) => [one / 10]),
        options(),
      );
      expect(value?.method).toBe("exact");
      expect(value?.p).toBeCloseTo(byHand(values), 12);
    }),
  );
});

test("p lies in (0, 1], and turning all signs or the order changes nothing", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const p = (given: readonly number[]) =>
        signFlipTest(
          given.map((one) => [one]),
          options(),
        ).value?.p ?? -1;
      expect(p(values)).toBeGreaterThan(0);
      expect(p(values)).toBeLessThanOrEqual(1);
      expect(p(values.map((value) => -value))).toBe(p(values));
      expect(p(values.toReversed())).toBe(p(values));
    }),
  );
});

test("a cluster turns as a whole", () => {
  const whole = signFlipTest([[1, 1, 1], [1], [1]], options()).value;
  const apart = signFlipTest([[1], [1], [1], [1], [1]], options()).value;
  expect(whole?.p).toBe(2 / 8);
  expect(apart?.p).toBe(2 / 32);
});

test("many clusters are sampled with the seed, near the exact value of a normal approximation", () => {
  const values = Array.from({ length: 64 }, (_, index) => [((index * 37) % 64) / 64 - 0.4]);
  const first = signFlipTest(values, options()).value;
  expect(first).toEqual(signFlipTest(values, options()).value);
  expect(first?.method).toBe("sampled");
  expect(first?.patterns).toBe(4000);
  // z = 5.9 / √Σd² = 2.41, two-sided .016.
  expect(Math.abs((first?.p ?? 1) - 0.016)).toBeLessThan(0.008);
});

test("where nothing differs p is 1, and without a pair there is no test", () => {
  expect(signFlipTest([[0], [0, 0]], options()).value?.p).toBe(1);
  expect(signFlipTest([[], []], options())).toEqual({ value: null, reason: "there is no pair to compare" });
});
