import * as z from "zod";
import { RunId, Sha256 } from "../ids.ts";
import { kept } from "../kept.ts";
import { FinishReason } from "./transcript.ts";

export const JOURNAL_VERSION = 1;

/** A unit's key: a hash of everything that determines it. */
export const UnitKey = Sha256;
export type UnitKey = z.infer<typeof UnitKey>;

export const Usage = z.strictObject({
  input_tokens: z.int().min(0),
  cached_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  reasoning_tokens: z.int().min(0),
});
export type Usage = z.infer<typeof Usage>;

/** Why a reply could not be had. */
export const FailureCause = z.enum([
  "rate_limited",
  "server_error",
  "timeout",
  "network",
  "bad_response",
  "bad_request",
]);
export type FailureCause = z.infer<typeof FailureCause>;

/** How a reply was had. What is absent is unknown, or did not happen. */
export const Delivery = z.strictObject({
  retries: z.int().min(1).optional(),
  cost_usd: z
    .number()
    .min(0)
    .optional()
    .meta({ description: "All attempts; absent where the price is unknown." }),
  resolved_model: kept("the name of a model")
    .optional()
    .meta({ description: "The model as the provider names it." }),
  from_cache: z.literal(true).optional(),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: "What the provider did not do as asked, such as a seed it does not take." }),
});
export type Delivery = z.infer<typeof Delivery>;

/** What a person reads to know which call this was. */
const CallLabel = z.strictObject({
  stage: z.enum(["target", "judge"]),
  model_id: kept("the name of a model"),
  subject: kept("made of ids"),
});

const Timestamp = z.iso.datetime();

/** One line of `journal.jsonl`. Append-only, and the truth while work runs. */
export const JournalEntry = z
  .discriminatedUnion("event", [
    z.strictObject({
      event: z.literal("opened"),
      schema_version: z.literal(JOURNAL_VERSION),
      id: RunId,
      plan_hash: Sha256,
      tool_version: kept("a version"),
      at: Timestamp,
    }),
    z.strictObject({
      event: z.literal("sent"),
      unit: UnitKey,
      call: CallLabel,
      reserved_usd: z
        .number()
        .min(0)
        .optional()
        .meta({ description: "What it may cost at most, where known." }),
      at: Timestamp,
    }),
    z.strictObject({
      event: z.literal("replied"),
      unit: UnitKey,
      content: z.string(),
      finish_reason: FinishReason,
      usage: Usage,
      latency_ms: z
        .number()
        .min(0)
        .meta({ description: "Of the call itself, without waiting for its turn." }),
      ...Delivery.shape,
      at: Timestamp,
    }),
    z.strictObject({
      event: z.literal("failed"),
      unit: UnitKey,
      reason: z.string(),
      cause: FailureCause.optional(),
      ...Delivery.pick({ retries: true, cost_usd: true }).shape,
      at: Timestamp,
    }),
    z.strictObject({
      event: z.literal("closed"),
      outcome: z.enum(["finished", "interrupted"]),
      at: Timestamp,
    }),
  ])
  .meta({ id: "JournalEntry" });
export type JournalEntry = z.infer<typeof JournalEntry>;
