import fc from "fast-check";
import { mean } from "simple-statistics";
import { expect, test } from "vitest";
import { predictionPoweredRate } from "./prediction-powered-rate.ts";

const verdict = fc.constantFrom(0, 1);
const worlds = fc.record({
  labelled: fc.array(fc.tuple(verdict, verdict), { minLength: 2, maxLength: 40 }),
  judgedUnlabelled: fc.array(verdict, { minLength: 2, maxLength: 80 }),
});

function request(world: { labelled: readonly (readonly [number, number])[]; judgedUnlabelled: number[] }) {
  return {
    labels: world.labelled.map(([label]) => label),
    judgedLabelled: world.labelled.map(([, judged]) => judged),
    judgedUnlabelled: world.judgedUnlabelled,
  };
}

test("rate, weight and interval lie in [0, 1], and the interval contains the rate", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const { value } = predictionPoweredRate(request(world));
      if (value === null) return;
      expect(value.trust).toBeGreaterThanOrEqual(0);
      expect(value.trust).toBeLessThanOrEqual(1);
      expect(value.interval.low).toBeGreaterThanOrEqual(0);
      expect(value.interval.low).toBeLessThanOrEqual(value.rate);
      expect(value.interval.high).toBeGreaterThanOrEqual(value.rate);
      expect(value.interval.high).toBeLessThanOrEqual(1);
    }),
  );
});

test("without trust in the judge it is the plain mean of the labels", () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const given = request(world);
      const { value } = predictionPoweredRate({ ...given, trust: 0 });
      if (value !== null) expect(value.rate).toBeCloseTo(mean(given.labels), 12);
    }),
  );
});

test("the order of items does not matter", () => {
  fc.assert(
    fc.property(worlds, ({ labelled, judgedUnlabelled }) => {
      const one = predictionPoweredRate(request({ labelled, judgedUnlabelled })).value;
      const other = predictionPoweredRate(
        request({ labelled: labelled.toReversed(), judgedUnlabelled: judgedUnlabelled.toReversed() }),
      ).value;
      expect(other?.rate ?? 9).toBeCloseTo(one?.rate ?? 9, 10);
      expect(other?.standardError ?? 9).toBeCloseTo(one?.standardError ?? 9, 10);
    }),
  );
});

test("a judge who always says the same is not trusted at all", () => {
  const judged = { judgedLabelled: [1, 1, 1, 1], judgedUnlabelled: [1, 1, 1, 1, 1, 1] };
  const { value } = predictionPoweredRate({ labels: [1, 0, 0, 1], ...judged });
  expect(value?.trust).toBe(0);
  expect(value?.rate).toBe(0.5);
});

test("labels that are all the same, or too few of them, give no interval", () => {
  const same = { labels: [0, 0, 0], judgedLabelled: [0, 1, 0], judgedUnlabelled: [0, 1, 0] };
  expect(predictionPoweredRate(same).reason).toMatch(/all the same/);
  const few = { labels: [1], judgedLabelled: [1], judgedUnlabelled: [1, 0] };
  expect(predictionPoweredRate(few).reason).toMatch(/fewer than two items were labelled/);
  const none = { labels: [1, 0], judgedLabelled: [1, 0], judgedUnlabelled: [] };
  expect(predictionPoweredRate(none).reason).toMatch(/fewer than two items are unlabelled/);
});

test("verdicts outside [0, 1], unpaired labels and odd weights are refused", () => {
  const good = { labels: [1, 0], judgedLabelled: [1, 1], judgedUnlabelled: [1, 0] };
  expect(() => predictionPoweredRate({ ...good, labels: [1] })).toThrow(RangeError);
  expect(() => predictionPoweredRate({ ...good, labels: [1, 2] })).toThrow(RangeError);
  expect(() => predictionPoweredRate({ ...good, trust: 1.5 })).toThrow(RangeError);
});
