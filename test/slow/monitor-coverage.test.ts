import { expect, test } from "vitest";
import { createRandom } from "../../src/kernel/random.ts";
import { coverageOf, PLANTED_LOGS } from "../../src/monitor/worlds.fixture.ts";
import { watchForRise } from "../../src/stats/sequential.ts";

test.each(PLANTED_LOGS)(
  "of 2,000 logs with a planted rate, 93 to 98% have it in the interval: $name",
  (log) => {
    const coverage = coverageOf(log, 2000);
    expect(coverage).toBeGreaterThanOrEqual(0.93);
    expect(coverage).toBeLessThanOrEqual(0.98);
  },
);

/** How many of n, each with the given chance, by the gaps between them. */
function binomial(random: { next(): number }, n: number, rate: number): number {
  let count = -1;
  for (let at = 0; at <= n; count += 1) at += Math.floor(Math.log1p(-random.next()) / Math.log1p(-rate)) + 1;
  return count;
}

test.each([
  { rate: 0.001, perDay: 1000, baselineDays: 28 },
  { rate: 0.01, perDay: 1000, baselineDays: 28 },
  { rate: 0.01, perDay: 1000, baselineDays: 7 },
  { rate: 0.2, perDay: 100, baselineDays: 14 },
])(
  "of 2,000 series of a year that do not move, at most 5% ever raise an alarm: %o",
  ({ rate, perDay, baselineDays }) => {
    const random = createRandom(`a year/${rate}/${perDay}/${baselineDays}`);
    let alarms = 0;
    for (let series = 0; series < 2000; series += 1) {
      const of = perDay * baselineDays;
      const days = Array.from({ length: 365 }, () => ({ yes: binomial(random, perDay, rate), of: perDay }));
      const { value } = watchForRise({ yes: binomial(random, of, rate), of }, days);
      if (value?.alarmAt != null) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(100);
  },
);
