import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { type PeriodCount, watchForRise } from "./sequential.ts";

const anyPeriod = fc
  .integer({ min: 0, max: 500 })
  .chain((of) => fc.record({ of: fc.constant(of), yes: fc.integer({ min: 0, max: of }) }));

function watched(...input: Parameters<typeof watchForRise>) {
  const { value } = watchForRise(...input);
  if (value === null) throw new Error("there is a baseline");
  return value;
}

/** Alarms of series that stay constant, with a baseline that is counted like the rest. */
function alarmsByChance(series: number, { rate, days, of }: { rate: number; days: number; of: number }) {
  const random = createRandom(`null/${rate}/${of}`);
  const count = (n: number): PeriodCount => {
    let yes = 0;
    for (let item = 0; item < n; item += 1) if (random.next() < rate) yes += 1;
    return { yes, of: n };
  };
  let alarms = 0;
  for (let index = 0; index < series; index += 1) {
    const baseline = count(of * 7);
    if (
      watched(
        baseline,
        Array.from({ length: days }, () => count(of)),
      ).alarmAt !== null
    )
      alarms += 1;
  }
  return alarms;
}

test("of 2,000 series that do not move, at most one in twenty ever raises an alarm", () => {
  const alarms = alarmsByChance(1000, { rate: 0.02, days: 30, of: 40 });
  expect(alarms + alarmsByChance(1000, { rate: 0.3, days: 30, of: 20 })).toBeLessThanOrEqual(100);
});

test("while nothing moved the stake is not expected to grow: all outcomes of three small periods, summed", () => {
  const [rate, of] = [0.3, 3];
  const binomial = [0.343, 0.441, 0.189, 0.027];
  const outcomes = binomial.flatMap((p, yes) => [{ p, yes }]);
  // A baseline whose exact bound is at least the rate.
  const baseline = { yes: 30, of: 100 };
  expect(watched(baseline, []).bound).toBeGreaterThan(rate);
  let expected = 0;
  for (const a of outcomes)
    for (const b of outcomes)
      for (const c of outcomes) {
        const periods = [a, b, c].map(({ yes }) => ({ yes, of }));
        expected += a.p * b.p * c.p * Math.exp(watched(baseline, periods).logEvidence.at(-1) ?? 0);
      }
  expect(expected).toBeLessThanOrEqual(1);
  expect(expected).toBeGreaterThan(0.5);
});

test("a rate that doubles raises an alarm within days, also after a long time in which nothing happened", () => {
  const quiet = Array.from({ length: 300 }, () => ({ yes: 10, of: 1000 }));
  const doubled = Array.from({ length: 14 }, () => ({ yes: 20, of: 1000 }));
  const { alarmAt } = watched({ yes: 280, of: 28_000 }, [...quiet, ...doubled]);
  expect(alarmAt).toBeGreaterThanOrEqual(300);
  expect(alarmAt).toBeLessThan(307);
});

test("an alarm stays, whatever comes after it", () => {
  const rise = Array.from({ length: 10 }, () => ({ yes: 60, of: 1000 }));
  const calm = Array.from({ length: 200 }, () => ({ yes: 1, of: 1000 }));
  const { alarmAt, logEvidence, logThreshold } = watched({ yes: 280, of: 28_000 }, [...rise, ...calm]);
  expect(alarmAt).toBe(0);
  expect(logEvidence.at(-1)).toBeLessThan(logThreshold);
});

test("a fall raises none", () => {
  const fall = Array.from({ length: 100 }, () => ({ yes: 0, of: 1000 }));
  expect(watched({ yes: 280, of: 28_000 }, fall).alarmAt).toBeNull();
});

test("a short baseline bounds less: what a long one would call a rise may be chance", () => {
  const days = Array.from({ length: 5 }, () => ({ yes: 20, of: 1000 }));
  expect(watched({ yes: 280, of: 28_000 }, days).alarmAt).not.toBeNull();
  expect(watched({ yes: 2, of: 200 }, days).alarmAt).toBeNull();
});

test("a stricter level is never the sooner to alarm; empty periods and what came later change nothing before", () => {
  fc.assert(
    fc.property(anyPeriod, fc.array(anyPeriod, { maxLength: 20 }), (baseline, periods) => {
      fc.pre(baseline.of > 0);
      const loose = watched(baseline, periods, 0.05);
      const strict = watched(baseline, periods, 0.001);
      if (strict.alarmAt !== null) expect(loose.alarmAt).toBeLessThanOrEqual(strict.alarmAt);
      const shorter = watched(baseline, periods.slice(0, -1));
      expect(loose.logEvidence.slice(0, shorter.logEvidence.length)).toEqual(shorter.logEvidence);
      const spaced = watched(baseline, [{ yes: 0, of: 0 }, ...periods]);
      expect(spaced.logEvidence.slice(1)).toEqual(loose.logEvidence);
    }),
  );
});

test("without a baseline there is no answer", () => {
  expect(watchForRise({ yes: 0, of: 0 }, [{ yes: 5, of: 10 }])).toMatchObject({ value: null });
});
