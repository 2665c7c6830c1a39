import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { signFlipTest } from "./sign-flip-test.ts";
import { wilcoxonSignedRank } from "./wilcoxon-signed-rank.ts";

const differences = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 12 });

function midranks(values: readonly number[]): number[] {
  const sizes = values.map(Math.abs);
  return values.map((value) => {
    const below = sizes.filter((size) => size < Math.abs(value)).length;
    const equal = sizes.filter((size) => size === Math.abs(value)).length;
    return Math.sign(value) * (below + (equal + 1) / 2);
  });
}

test("it is the sign-flip test of the signed ranks, ties included", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const nonzero = values.filter((value) => value !== 0);
      fc.pre(nonzero.length > 0);
      const ranks = midranks(nonzero).map((rank) => [rank]);
      const flipped = signFlipTest(ranks, { random: createRandom("unused"), samples: 1 });
      expect(wilcoxonSignedRank(values).value?.p).toBeCloseTo(flipped.value?.p ?? -1, 12);
    }),
  );
});

test("only the order of the sizes counts", () => {
  fc.assert(
    fc.property(differences, (values) => {
      const cubed = values.map((value) => value ** 3);
      expect(wilcoxonSignedRank(cubed)).toEqual(wilcoxonSignedRank(values));
    }),
  );
});

test("without a difference there is no test", () => {
  expect(wilcoxonSignedRank([0, 0])).toEqual({ value: null, reason: "no pair differs" });
});
