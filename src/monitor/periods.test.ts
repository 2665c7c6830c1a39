/** Tests alarms and comparisons of days, with counts made by hand. */
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { CheckId } from "../schema/ids.ts";
import type { MonitorCount, MonitorDay } from "../schema/monitor/monitor.ts";
import { comparePeriods } from "./compare-periods.ts";

import { isDayWithin } from "./periods.ts";
import { raiseAlarm } from "./raise-alarm.ts";

const CHECKS = ["IB-B1", "IB-B2", "IB-C4", "IB-F1", "IB-F4"].map((id) => CheckId.parse(id));
const [FIRST = CheckId.parse("IB-B1")] = CHECKS;

function dayAfter(count: number): string {
  return new Date(Date.UTC(2026, 8, 1 + count)).toISOString().slice(0, 10);
}

/** Builds a log of a thousand conversations a day; `found` sets in how many of them a check's words occur. */
function madeLog(days: number, found: (check: CheckId, day: number) => number, label: string | null = null) {
  const rows: { days: MonitorDay[]; counts: MonitorCount[] } = { days: [], counts: [] };
  for (let index = 0; index < days; index += 1) {
    const place = { day: dayAfter(index), label };
    rows.days.push({ ...place, conversations: 1000, answered: 1000, replies: 4000 });
    for (const check of CHECKS) {
      const conversations = found(check, index);
      if (conversations > 0)
        rows.counts.push({
          ...place,
          mode_id: check,
          found: "candidate",
          conversations,
          messages: conversations,
        });
    }
  }
  return rows;
}

test("a check whose words become twice as frequent is named with the day; the others are not", () => {
  const log = madeLog(60, (check, day) => (check === FIRST && day >= 40 ? 20 : 10));
  const alarm = raiseAlarm(log, CHECKS, {});
  expect(alarm).toMatchObject({
    alarms: 1,
    baseline: { first: dayAfter(0), last: dayAfter(27), days: 28 },
    watched: { first: dayAfter(28), last: dayAfter(59), days: 32 },
  });
  const [raised] = alarm.checks.filter((check) => check.alarm !== null);
  expect(raised?.mode_id).toBe(FIRST);
  expect(raised?.alarm?.localeCompare(dayAfter(40))).toBeGreaterThanOrEqual(0);
  expect(raised?.alarm?.localeCompare(dayAfter(50))).toBeLessThan(0);
});

test("five checks that do not move raise an alarm in at most one of twenty logs", () => {
  const random = createRandom("five checks");
  const binomial = (rate: number) => {
    let count = 0;
    for (
      let at = Math.log1p(-random.next()) / Math.log1p(-rate);
      at < 1000;
      at += 1 + Math.log1p(-random.next()) / Math.log1p(-rate)
    )
      count += 1;
    return count;
  };
  let alarms = 0;
  for (let log = 0; log < 200; log += 1)
    if (
      raiseAlarm(
        madeLog(40, () => binomial(0.02)),
        CHECKS,
        { baselineUntil: dayAfter(9) },
      ).alarms > 0
    )
      alarms += 1;
  expect(alarms).toBeLessThanOrEqual(10);
});

test("one label can be watched alone", () => {
  const [calm, worse] = [madeLog(40, () => 10, "v1"), madeLog(40, (_, day) => (day >= 30 ? 40 : 10), "v2")];
  const log = { days: [...calm.days, ...worse.days], counts: [...calm.counts, ...worse.counts] };
  expect(raiseAlarm(log, CHECKS, { label: "v1" }).alarms).toBe(0);
  expect(raiseAlarm(log, CHECKS, { label: "v2" }).alarms).toBe(CHECKS.length);
});

test("a log without times has no baseline, and one that just began nothing to watch", () => {
  const timeless = {
    days: [{ day: null, label: null, conversations: 5, answered: 5, replies: 5 }],
    counts: [],
  };
  expect(() => raiseAlarm(timeless, CHECKS, {})).toThrow(expect.objectContaining({ code: "IB_NO_BASELINE" }));
  const young = raiseAlarm(
    madeLog(10, () => 3),
    CHECKS,
    {},
  );
  expect(young).toMatchObject({ alarms: 0, watched: { first: null, last: null, days: 0 } });
});

test("of two periods it is said what rose and what fell, and of the rest that nobody can tell", () => {
  const log = madeLog(20, (check, day) => {
    if (check === CHECKS[0]) return day < 10 ? 10 : 30;
    if (check === CHECKS[1]) return day < 10 ? 30 : 10;
    return check === CHECKS[2] ? 10 + (day % 2) : 0;
  });
  const [first, second] = [{ until: dayAfter(9) }, { since: dayAfter(10) }].map((range) => ({
    name: "log",
    counts: log,
    range,
  }));
  if (first === undefined || second === undefined) throw new Error("there are two");
  const { checks, by } = comparePeriods(first, second, CHECKS);
  expect(by).toBe("candidates");
  expect(checks.map(({ answer }) => answer)).toEqual([
    "more",
    "fewer",
    "cannot_tell",
    "cannot_tell",
    "cannot_tell",
  ]);
  expect(checks[0]).toMatchObject({ difference: expect.closeTo(0.02, 6) });
  // Both have no hits, which does not prove a rate of zero.
  expect(checks[3]?.interval?.high).toBeGreaterThan(0);
});

test("a period without a conversation is refused", () => {
  const counts = madeLog(3, () => 1);
  const whole = { name: "log", counts, range: {} };
  const empty = { name: "later", counts, range: { since: "2027-01-01" } };
  expect(() => comparePeriods(whole, empty, CHECKS)).toThrow(
    expect.objectContaining({ code: "IB_EMPTY_PERIOD" }),
  );
});

test("what has no day is in the whole log and in no part of it", () => {
  expect([isDayWithin(null, {}), isDayWithin(null, { since: "2026-01-01" })]).toEqual([true, false]);
  expect(isDayWithin("2026-01-02", { since: "2026-01-02", until: "2026-01-02" })).toBe(true);
});
