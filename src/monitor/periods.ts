/** Groups days of a log: the number of conversations, and of those with a check's words. */
import { hashOf } from "../kernel/hash.ts";
import { type CheckId, Sha256 } from "../schema/ids.ts";
import type { MonitorCounts } from "../schema/monitor/monitor.ts";
import type { PeriodCount } from "../stats/sequential.ts";

export interface DayRange {
  /** First day to count. @default the log's first */
  readonly since?: string | null;
  /** Last day to count. @default the log's last */
  readonly until?: string | null;
}

export function isDayWithin(day: string | null, { since = null, until = null }: DayRange): boolean {
  if (day === null) return since === null && until === null;
  return (since === null || day >= since) && (until === null || day <= until);
}

/** Returns the days of a log in order, for conversations with times; for one label if it is given. */
export function daysOf({ days }: Pick<MonitorCounts, "days">, label: string | null): readonly string[] {
  const known = days.filter((row) => label === null || row.label === label).flatMap(({ day }) => day ?? []);
  return [...new Set(known)].sort();
}

/** Returns the days that are in both ranges; `null` stands for conversations without a day. */
export function sharedDays(
  { days }: Pick<MonitorCounts, "days">,
  first: DayRange,
  second: DayRange,
): readonly (string | null)[] {
  const inBoth = days
    .map(({ day }) => day)
    .filter((day) => [first, second].every((range) => isDayWithin(day, range)));
  return [...new Set(inBoth)].sort();
}

/** Whether two ranges hold the same days of a log, however they are written. */
export function areSameDays(
  { days }: Pick<MonitorCounts, "days">,
  first: DayRange,
  second: DayRange,
): boolean {
  return days.every(({ day }) => isDayWithin(day, first) === isDayWithin(day, second));
}

/** Hashes the number of conversations and replies of each day, over all labels, so that changes are detected. */
export function hashOfDays({ days }: Pick<MonitorCounts, "days">, range: DayRange): Sha256 {
  const sums = new Map<string, [conversations: number, answered: number, replies: number]>();
  for (const { day, conversations, answered, replies } of days.filter((row) => isDayWithin(row.day, range))) {
    const [a, b, c] = sums.get(day ?? "") ?? [0, 0, 0];
    sums.set(day ?? "", [a + conversations, b + answered, c + replies]);
  }
  return Sha256.parse(hashOf(Object.fromEntries(sums)));
}

/** Formats "watch", or with days "watch@2026-10-01..2026-10-31". */
export function nameOfPeriod(directory: string, { since = null, until = null }: DayRange): string {
  return since === null && until === null ? directory : `${directory}@${since ?? ""}..${until ?? ""}`;
}

type Counts = Pick<MonitorCounts, "days" | "counts">;

/** Counts answered conversations, and those with a candidate of each check, by day; `null` is the key without a day. */
export function createDailyCounts({ days, counts }: Counts, label: string | null) {
  const isOfLabel = (row: { readonly label: string | null }) => label === null || row.label === label;
  const answered = new Map<string | null, number>();
  for (const row of days.filter(isOfLabel))
    answered.set(row.day, (answered.get(row.day) ?? 0) + row.answered);
  const found = new Map<string, number>();
  const keyOf = (check: CheckId, day: string | null) => JSON.stringify([check, day]);
  for (const row of counts.filter(isOfLabel)) {
    if (row.found !== "candidate") continue;
    const key = keyOf(row.mode_id, row.day);
    found.set(key, (found.get(key) ?? 0) + row.conversations);
  }
  const on = (check: CheckId, day: string | null): PeriodCount => ({
    yes: found.get(keyOf(check, day)) ?? 0,
    of: answered.get(day) ?? 0,
  });
  return {
    on,
    /** Sums all days of a range; without a range it includes conversations without a day. */
    within: (check: CheckId, range: DayRange): PeriodCount =>
      addUp([...answered.keys()].filter((day) => isDayWithin(day, range)).map((day) => on(check, day))),
  };
}

export function addUp(periods: readonly PeriodCount[]): PeriodCount {
  return {
    yes: periods.reduce((sum, { yes }) => sum + yes, 0),
    of: periods.reduce((sum, { of }) => sum + of, 0),
  };
}
