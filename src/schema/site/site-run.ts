import * as z from "zod";
import { ModelId, ReleaseLabel, RunId, ScenarioId } from "../ids.ts";
import { Usage } from "../run/journal.ts";
import { ConversationKey, RunState } from "./site-index.ts";

const Count = z.int().min(0);

export const CallCounts = z.strictObject({
  sent: Count,
  replied: Count,
  failed: Count,
  in_flight: Count.meta({ description: "While it runs; afterwards those that were lost." }),
  retries: Count,
  from_cache: Count,
  usage: Usage,
  cost_usd: z.number().nullable().meta({ description: "null where a price is unknown." }),
});
export type CallCounts = z.infer<typeof CallCounts>;

export const ErrorGroup = z.strictObject({ cause: z.string(), count: z.int().min(1), example: z.string() });
export type ErrorGroup = z.infer<typeof ErrorGroup>;

export const RunStage = z.strictObject({
  stage: z.enum(["run", "scan"]),
  id: RunId.meta({ description: "The run's, or the scan's." }),
  state: RunState,
  asks: z.string().meta({ description: "The models, or the judge." }),
  planned: z.strictObject({
    units: Count.meta({ description: "Conversations to have, or to judge." }),
    calls_low: Count,
    calls_expected: Count,
    calls_high: Count,
    cost_usd: z.number().nullable(),
  }),
  done: z.strictObject({ units: Count.nullable(), incomplete: Count.nullable() }),
  calls: CallCounts,
  by_model: z.array(
    z.strictObject({ model_id: ModelId, planned: Count, done: Count, calls: Count, failed: Count }),
  ),
  errors: z.array(ErrorGroup).meta({ description: "Most frequent first." }),
  started_at: z.iso.datetime().nullable(),
  last_at: z.iso.datetime().nullable(),
  elapsed_ms: Count.meta({ description: "Time at work, without pauses." }),
  remaining_ms: Count.nullable().meta({
    description:
      "At the pace so far, by expected calls; null before there is a pace, and when it does not run.",
  }),
  alarm: z
    .string()
    .nullable()
    .meta({ description: "What goes wrong so often that nobody should wait for the end." }),
  legs: Count,
});
export type RunStage = z.infer<typeof RunStage>;

/** `data/runs/<run_id>.json`, and the data of each `progress` event of `data/runs/<run_id>/events`. */
export const RunPage = z.strictObject({
  run_id: RunId,
  label: ReleaseLabel.optional(),
  state: RunState,
  simulated: z.boolean(),
  private: z.boolean(),
  harness: z.string(),
  can: z
    .array(z.string())
    .optional()
    .meta({ description: "Declared abilities of a product, with their proof." }),
  corpus_version: z.string(),
  repeats: Count,
  scenarios: Count,
  stages: z.array(RunStage).meta({ description: "The run first, then its scans." }),
});
export type RunPage = z.infer<typeof RunPage>;

/** `data/runs/<run_id>/conversations.json`: those that have come to their end, judged or not. */
export const RunConversations = z.strictObject({
  run_id: RunId,
  models: z.array(
    z.strictObject({
      model_id: ModelId,
      conversations: z.array(
        z.strictObject({
          conversation: ConversationKey,
          scenario_id: ScenarioId,
          title: z.string(),
          repeat: z.int().min(1),
        }),
      ),
    }),
  ),
});
export type RunConversations = z.infer<typeof RunConversations>;
