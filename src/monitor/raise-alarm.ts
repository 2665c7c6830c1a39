import type { CheckId } from "../schema/ids.ts";
import type { MonitorCounts } from "../schema/monitor/monitor.ts";
import {
  MONITOR_WATCH_VERSION,
  type MonitorAlarm,
  type WatchedCheck,
} from "../schema/monitor/monitor-watch.ts";
import { type PeriodCount, watchForRise } from "../stats/sequential.ts";
import { monitorErrors } from "./errors.ts";
import { addUp, createDailyCounts, daysOf, isDayWithin } from "./periods.ts";

export interface AlarmRequest {
  /** @default the log's first day */
  readonly baselineSince?: string;
  /** Last day of the baseline. @default the log's 28th day */
  readonly baselineUntil?: string;
  /** One label alone. @default all */
  readonly label?: string;
  /** Probability of any false alarm, over all checks and all time. @default 0.05 */
  readonly alpha?: number;
}

const BASELINE_DAYS = 28;

/**
 * Tests whether the share of conversations with a candidate rose against its baseline, for every check with words for
 * replies. All checks together keep `alpha`: each gets a part (Bonferroni), so dependence between checks does not
 * matter.
 */
export function raiseAlarm(
  counts: Pick<MonitorCounts, "days" | "counts">,
  checks: readonly CheckId[],
  request: AlarmRequest,
): MonitorAlarm {
  const { label = null, alpha = 0.05 } = request;
  const labels = [...new Set(counts.days.flatMap((row) => row.label ?? []))].sort();
  if (label !== null && !labels.includes(label)) throw monitorErrors.IB_NO_SUCH_LABEL(label, labels);
  const days = daysOf(counts, label);
  const last = request.baselineUntil ?? days.slice(0, BASELINE_DAYS).at(-1);
  const range = { since: request.baselineSince ?? null, until: last ?? null };
  const baselineDays = days.filter((day) => isDayWithin(day, range));
  const [firstDay, lastDay] = [baselineDays[0], baselineDays.at(-1)];
  if (last === undefined || firstDay === undefined || lastDay === undefined)
    throw monitorErrors.IB_NO_BASELINE(
      days.length === 0
        ? label === null
          ? "The log has no conversation with a time."
          : `No conversation with the label "${label}" has a time.`
        : "The baseline has no conversation.",
    );
  const watchedDays = days.filter((day) => day > last);
  const daily = createDailyCounts(counts, label);
  const perCheck = alpha / checks.length;
  const watched = checks.map((check): WatchedCheck => {
    const baseline = addUp(baselineDays.map((day) => daily.on(check, day)));
    const periods = watchedDays.map((day) => daily.on(check, day));
    const { value } = watchForRise(baseline, periods, perCheck);
    const alarm = value?.alarmAt ?? null;
    return {
      mode_id: check,
      baseline: named(baseline),
      bound: value?.bound ?? null,
      watched: named(addUp(periods)),
      evidence: value?.logEvidence.at(-1) ?? null,
      highest: value === null || periods.length === 0 ? null : Math.max(...value.logEvidence),
      alarm: alarm === null ? null : (watchedDays[alarm] ?? null),
    };
  });
  return {
    schema_version: MONITOR_WATCH_VERSION,
    private: true,
    baseline: { first: firstDay, last: lastDay, days: baselineDays.length },
    watched: { first: watchedDays[0] ?? null, last: watchedDays.at(-1) ?? null, days: watchedDays.length },
    label,
    alpha,
    log_threshold: Math.log(2 / perCheck),
    without_day: counts.days.reduce((sum, row) => sum + (row.day === null ? row.conversations : 0), 0),
    checks: watched,
    alarms: watched.filter((check) => check.alarm !== null).length,
  };
}

function named({ yes, of }: PeriodCount): WatchedCheck["baseline"] {
  return { found: yes, conversations: of };
}
