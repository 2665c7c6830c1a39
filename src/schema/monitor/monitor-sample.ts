import * as z from "zod";
import { CheckId, IsoDate, RunId, Sha256, TranscriptId } from "../ids.ts";
import { Interval } from "../scan/estimates.ts";

export const MONITOR_SAMPLE_VERSION = 1;

/** Strata of conversations by hits of words: nothing, candidates, cues, or both. */
export const StratumName = z.enum(["neither", "hit", "cue", "cue_and_hit"]);
export type StratumName = z.infer<typeof StratumName>;

/**
 * `samples/<run>.json`: the conversations drawn from a log, and the number they were drawn from. It contains
 * no names.
 */
export const MonitorSample = z
  .strictObject({
    schema_version: z.literal(MONITOR_SAMPLE_VERSION),
    private: z.literal(true),
    run_id: RunId,
    scoring: Sha256,
    seed: z.string(),
    size: z.int().min(1),
    since: IsoDate.nullable(),
    until: IsoDate.nullable(),
    drawn_from: Sha256.optional().meta({
      description:
        "Of how many conversations and replies each of its days had: it does not stand for what came later.",
    }),
    strata: z.array(
      z.strictObject({
        stratum: StratumName,
        size: z.int().min(0).meta({ description: "Conversations of the log in it." }),
        sampled: z.int().min(0),
      }),
    ),
    members: z.array(z.strictObject({ transcript_id: TranscriptId, stratum: StratumName })),
  })
  .meta({ id: "MonitorSample" });
export type MonitorSample = z.infer<typeof MonitorSample>;

/** Failure rate of a check over all conversations of a log, estimated from those that were judged. */
export const MonitorRate = z.strictObject({
  mode_id: CheckId,
  rate: Interval.nullable().meta({
    description:
      "From all that is open counted for the assistant to all of it counted against; null without one.",
  }),
  interval: Interval.nullable().meta({ description: "95%, around the whole range." }),
  reason: z.string().optional().meta({ description: "Why there is no rate." }),
  judged: z
    .int()
    .min(0)
    .meta({ description: "Drawn conversations with a verdict: a pass, a fail, or no occasion." }),
  failed: z.int().min(0),
  open: z.int().min(0).meta({ description: "Unclear, lost or missing: at either end of the range." }),
});
export type MonitorRate = z.infer<typeof MonitorRate>;

export const MonitorRates = z
  .strictObject({
    schema_version: z.literal(MONITOR_SAMPLE_VERSION),
    private: z.literal(true),
    run_id: RunId,
    scan_id: RunId,
    judge: z.string(),
    population: z.int().min(0),
    sampled: z.int().min(0),
    strata: MonitorSample.shape.strata,
    checks: z.array(MonitorRate),
  })
  .meta({ id: "MonitorRates" });
export type MonitorRates = z.infer<typeof MonitorRates>;
