/** Findings about a log over time: rises above its baseline, and differences between two periods. */
import * as z from "zod";
import { CheckId, IsoDate } from "../ids.ts";
import { Interval } from "../scan/estimates.ts";

export const MONITOR_WATCH_VERSION = 1;

const Counted = z.strictObject({
  found: z.int().min(0).meta({ description: "Conversations with a candidate." }),
  conversations: z.int().min(0),
});

export const WatchedCheck = z.strictObject({
  mode_id: CheckId,
  baseline: Counted,
  bound: z.number().nullable().meta({ description: "The highest share that the baseline leaves possible." }),
  watched: Counted,
  evidence: z
    .number()
    .nullable()
    .meta({ description: "Natural logarithm of the e-value by now; an alarm needs log_threshold." }),
  highest: z.number().nullable().meta({ description: "The most that the evidence ever was." }),
  alarm: IsoDate.nullable().meta({ description: "The day after which it was raised; it stays." }),
});
export type WatchedCheck = z.infer<typeof WatchedCheck>;

export const MonitorAlarm = z
  .strictObject({
    schema_version: z.literal(MONITOR_WATCH_VERSION),
    private: z.literal(true),
    baseline: z.strictObject({ first: IsoDate, last: IsoDate, days: z.int() }),
    watched: z.strictObject({ first: IsoDate.nullable(), last: IsoDate.nullable(), days: z.int() }),
    label: z.string().nullable(),
    alpha: z.number(),
    log_threshold: z.number(),
    without_day: z.int().min(0).meta({ description: "Conversations without a time: in no series." }),
    checks: z.array(WatchedCheck),
    alarms: z.int().min(0),
  })
  .meta({ id: "MonitorAlarm" });
export type MonitorAlarm = z.infer<typeof MonitorAlarm>;

/** Compared counts: candidates of words, or failures that a judge found in samples. */
export const ComparedBy = z.enum(["candidates", "failures"]);

export const ComparedCheck = z.strictObject({
  mode_id: CheckId,
  first: z.strictObject({ rate: z.number(), interval: Interval }).nullable(),
  second: z.strictObject({ rate: z.number(), interval: Interval }).nullable(),
  difference: z.number().nullable().meta({ description: "The second minus the first." }),
  interval: Interval.nullable().meta({ description: "95%, of this check alone." }),
  p_value: z.number().nullable().meta({ description: "After Holm, over all checks that were compared." }),
  answer: z.enum(["more", "fewer", "cannot_tell"]),
});
export type ComparedCheck = z.infer<typeof ComparedCheck>;

const Period = z.strictObject({
  name: z.string(),
  first: IsoDate.nullable(),
  last: IsoDate.nullable(),
  conversations: z.int().min(0),
});

export const MonitorComparison = z
  .strictObject({
    schema_version: z.literal(MONITOR_WATCH_VERSION),
    private: z.literal(true),
    by: ComparedBy,
    first: Period,
    second: Period,
    checks: z.array(ComparedCheck),
  })
  .meta({ id: "MonitorComparison" });
export type MonitorComparison = z.infer<typeof MonitorComparison>;
