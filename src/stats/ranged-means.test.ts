import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Interval } from "../schema/scan/summary.ts";
import { clusteredStandardError } from "./clustered-error.fixture.ts";
import { isAhead, type RangedClusters, rangedDifference, rangedLead } from "./ranged-means.ts";

const tenth = fc.nat(10).map((value) => value / 10);
/** As many clusters, of one to three values. */
const clustered = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.array(value, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 8 });
const point = (value: number): Interval => ({ low: value, high: value });
const points = (clusters: readonly (readonly number[])[]): RangedClusters =>
  clusters.map((values) => values.map(point));

describe("ranged difference", () => {
  const difference = fc.integer({ min: -20, max: 20 }).map((twentieths) => twentieths / 20);

  test("of points it is the ordinary t test: Student's ten sleepers have the published t and p", () => {
    const sleepers = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const { value } = rangedDifference(points(sleepers.map((one) => [one])));
    // Hours of sleep gained with the first drug: t = 1.3257 on 9 degrees of freedom, p = .2176.
    expect((value?.mean.low ?? 0) / (value?.largestError ?? 1)).toBeCloseTo(1.3257, 4);
    expect(value?.p).toBeCloseTo(0.2176, 4);
    expect(value?.degreesOfFreedom).toBe(9);
  });

  test("its error of points is that of a clustered mean", () => {
    fc.assert(
      fc.property(clustered(difference), (clusters) => {
        const ordinary = clusteredStandardError(clusters).value;
        expect(rangedDifference(points(clusters)).value?.largestError).toBeCloseTo(ordinary?.cr1 ?? -1, 12);
      }),
    );
  });

  test("p is below 5% exactly where the 95% interval leaves out 0, and keeps when the sides are exchanged", () => {
    fc.assert(
      fc.property(clustered(difference), (clusters) => {
        const { value } = rangedDifference(points(clusters));
        const turned = rangedDifference(points(clusters.map((values) => values.map((it) => -it)))).value;
        fc.pre(value !== null && Math.abs(value.mean.low) > 1e-9);
        expect(value.p < 0.05).toBe(value.interval.low > 0 || value.interval.high < 0);
        expect(turned?.p).toBeCloseTo(value.p, 12);
        expect(turned?.mean.low).toBeCloseTo(-value.mean.high, 12);
      }),
    );
  });

  test("no values within the ranges have another mean, a larger error or a smaller p", () => {
    const ranged = clustered(fc.tuple(tenth, tenth, fc.double({ min: 0, max: 1, noNaN: true })));
    fc.assert(
      fc.property(ranged, (drawn) => {
        const ranges = drawn.map((values) =>
          values.map(([a, b]) => ({ low: Math.min(a, b) - 0.3, high: Math.max(a, b) - 0.3 })),
        );
        const within = drawn.map((values, cluster) =>
          values.map(([, , share], index) => {
            const { low, high } = ranges[cluster]?.[index] ?? point(0);
            return low + share * (high - low);
          }),
        );
        const [all, one] = [rangedDifference(ranges).value, rangedDifference(points(within)).value];
        fc.pre(all !== null && one !== null);
        expect(one.mean.low).toBeGreaterThanOrEqual(all.mean.low - 1e-9);
        expect(one.mean.high).toBeLessThanOrEqual(all.mean.high + 1e-9);
        expect(one.largestError).toBeLessThanOrEqual(all.largestError + 1e-9);
        expect(one.p).toBeLessThanOrEqual(all.p + 1e-9);
      }),
    );
  });

  test("where no difference at all is possible p is 1; where every cluster differs alike it is 0", () => {
    expect(rangedDifference([[{ low: -0.5, high: 0.2 }], [point(0.3)]]).value?.p).toBe(1);
    expect(rangedDifference(points([[0], [0]])).value?.p).toBe(1);
    expect(rangedDifference(points([[0.25], [0.25], [0.25]])).value?.p).toBe(0);
  });

  test("one cluster says nothing", () => {
    expect(rangedDifference(points([[0.1, 0.2]])).value).toBeNull();
    expect(rangedDifference([]).reason).toBe("nothing was scored");
  });
});

describe("ranged lead", () => {
  const pair = fc.tuple(tenth, tenth, fc.boolean(), fc.boolean());
  const open: Interval = { low: 0, high: 1 };

  test("of points it is the difference of the means over its error", () => {
    fc.assert(
      fc.property(clustered(fc.tuple(tenth, tenth)), (clusters) => {
        const side = (index: 0 | 1) => points(clusters.map((values) => values.map((value) => value[index])));
        const lead = rangedLead(side(0), side(1)).value;
        const differences = rangedDifference(
          points(clusters.map((values) => values.map(([mine, theirs]) => mine - theirs))),
        ).value;
        expect(lead?.lead).toBeCloseTo(differences?.mean.low ?? Number.NaN, 12);
        expect(lead?.standardError).toBeCloseTo(differences?.largestError ?? Number.NaN, 12);
      }),
    );
  });

  test("what opens never puts its owner ahead, nor takes the other from ahead of it", () => {
    fc.assert(
      fc.property(clustered(pair), fc.constantFrom(0.5, 1, 2, 3), (clusters, critical) => {
        const mine = points(clusters.map((values) => values.map(([value]) => value)));
        const theirs = points(clusters.map((values) => values.map(([, value]) => value)));
        const opened = clusters.map((values) =>
          values.map(([value, , isOpen]) => (isOpen ? open : point(value))),
        );
        const ahead = (a: RangedClusters, b: RangedClusters) => {
          const { value } = rangedLead(a, b);
          return value !== null && isAhead(value, critical);
        };
        if (ahead(opened, theirs)) expect(ahead(mine, theirs)).toBe(true);
        if (ahead(theirs, mine)) expect(ahead(theirs, opened)).toBe(true);
        expect(ahead(opened, theirs) && ahead(theirs, opened)).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});
