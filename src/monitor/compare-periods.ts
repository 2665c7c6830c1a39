import type { CheckId } from "../schema/ids.ts";
import type { MonitorCounts } from "../schema/monitor/monitor.ts";
import {
  type ComparedCheck,
  MONITOR_WATCH_VERSION,
  type MonitorComparison,
} from "../schema/monitor/monitor-watch.ts";
import { holm } from "../stats/significance-tests.ts";
import { countedRate, type RateApart, unpairedDifference } from "../stats/unpaired.ts";
import { monitorErrors } from "./errors.ts";
import { createDailyCounts, type DayRange, daysOf, isDayWithin } from "./periods.ts";

/** One side of a comparison: some days of a log. */
export interface ComparedPeriod {
  readonly name: string;
  readonly counts: Pick<MonitorCounts, "days" | "counts">;
  readonly range: DayRange;
  /** Failures by check, from a judged sample; if absent, candidates are compared. */
  readonly judged?: ReadonlyMap<CheckId, RateApart | null>;
}

const LEVEL = 0.05;

/** Compares two periods. They hold different conversations, so nothing is paired; the answers hold for all checks at once. */
export function comparePeriods(
  first: ComparedPeriod,
  second: ComparedPeriod,
  checks: readonly CheckId[],
): MonitorComparison {
  const [rateOfFirst, rateOfSecond] = [ratesOf(first), ratesOf(second)];
  const rows = checks.map((check) => {
    const [a, b] = [rateOfFirst(check), rateOfSecond(check)];
    return { check, a, b, found: a === null || b === null ? null : unpairedDifference(a, b) };
  });
  const compared = rows.flatMap(({ found }) => found ?? []);
  const adjusted = holm(compared.map(({ pValue }) => pValue));
  return {
    schema_version: MONITOR_WATCH_VERSION,
    private: true,
    by: first.judged === undefined ? "candidates" : "failures",
    first: describe(first),
    second: describe(second),
    checks: rows.map(({ check, a, b, found }): ComparedCheck => {
      const pValue = found === null ? null : (adjusted[compared.indexOf(found)] ?? null);
      const isTold = found !== null && pValue !== null && pValue <= LEVEL;
      return {
        mode_id: check,
        first: a && { rate: a.value, interval: a.intervalAt(1 - LEVEL) },
        second: b && { rate: b.value, interval: b.intervalAt(1 - LEVEL) },
        difference: found?.difference ?? null,
        interval: found?.interval ?? null,
        p_value: pValue,
        answer: isTold ? (found.difference > 0 ? "more" : "fewer") : "cannot_tell",
      };
    }),
  };
}

function ratesOf({ counts, range, judged }: ComparedPeriod): (check: CheckId) => RateApart | null {
  if (judged !== undefined) return (check) => judged.get(check) ?? null;
  const daily = createDailyCounts(counts, null);
  return (check) => {
    const { yes, of } = daily.within(check, range);
    return of === 0 ? null : countedRate(yes, of);
  };
}

function describe({ name, counts, range }: ComparedPeriod): MonitorComparison["first"] {
  const all = daysOf(counts, null);
  const days = all.filter((day) => isDayWithin(day, range));
  const conversations = counts.days
    .filter(({ day }) => isDayWithin(day, range))
    .reduce((sum, row) => sum + row.conversations, 0);
  if (conversations === 0) throw monitorErrors.IB_EMPTY_PERIOD(name, [all[0], all.at(-1)]);
  return { name, first: days[0] ?? null, last: days.at(-1) ?? null, conversations };
}
