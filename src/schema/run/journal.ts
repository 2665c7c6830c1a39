import * as z from "zod";
import { RunId, Sha256 } from "../ids.ts";
import { FinishReason } from "./transcript.ts";

export const JOURNAL_VERSION = 2;

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

/** Reason for a missing reply. */
export const FailureCause = z.enum([
  "rate_limited",
  "server_error",
  "timeout",
  "network",
  "bad_response",
  "bad_request",
]);
export type FailureCause = z.infer<typeof FailureCause>;

/** Upper bound of the cost of an attempt, or a call, beyond the known cost. */
const AtMostUsd = z
  .number()
  .min(0)
  .optional()
  .meta({ description: "What it may have cost at most, where that is more than is known." });

/** How a reply was obtained. An absent field is unknown, or did not happen. */
export const Delivery = z.strictObject({
  retries: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Attempts before the last one that have no lines of their own." }),
  cost_usd: z.number().min(0).optional().meta({
    description: "As far as it is known; of all attempts that have no lines of their own.",
  }),
  at_most_usd: AtMostUsd,
  resolved_model: z.string().optional().meta({ description: "The model as the provider names it." }),
  from_cache: z.literal(true).optional(),
  first_had_at: z.iso
    .datetime()
    .optional()
    .meta({ description: "Of a reply from the cache: when the model gave it." }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: "What the provider did not do as asked, such as a seed it does not take." }),
});
export type Delivery = z.infer<typeof Delivery>;

/** Label that tells a person which call this was. */
const CallLabel = z.strictObject({
  stage: z.enum(["target", "judge", "router"]),
  model_id: z.string(),
  subject: z.string(),
});

/** Time of a line, and its writer if several processes write. */
const written = {
  at: z.iso.datetime(),
  worker: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Who made the call; absent where it was whoever keeps the journal." }),
  fence: z.int().min(0).optional().meta({
    description:
      "The number of the lock under which the line was written. After a line with a higher one it is stale: its writer had lost the lock, so it decides nothing, and its cost counts all the same.",
  }),
};

/** Number of an attempt. It counts from 1 each time the call is made. */
const Attempt = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "Absent where the lines of a call stand for all its attempts." });

/**
 * One line of `journal.jsonl`. Append-only, and the source of truth during work. A unit may be sent several
 * times and have several outcomes: its cost is their sum, its result is the last of them. Lines of version 1
 * have another key for the same call: they count in totals and are never found in a lookup.
 */
export const JournalEntry = z
  .discriminatedUnion("event", [
    z.strictObject({
      event: z.literal("opened"),
      schema_version: z.literal([1, JOURNAL_VERSION]),
      id: RunId,
      plan_hash: Sha256,
      tool_version: z.string(),
      max_cost_usd: z.number().positive().optional().meta({
        description: "The ceiling that this leg goes by; a later one keeps it unless it says otherwise.",
      }),
      ...written,
    }),
    z.strictObject({
      event: z.literal("sent"),
      unit: UnitKey,
      call: CallLabel,
      attempt: Attempt,
      reserved_usd: z
        .number()
        .min(0)
        .optional()
        .meta({ description: "What it may cost at most, where known." }),
      asked_again: z
        .string()
        .min(1)
        .optional()
        .meta({ description: "Why a unit is asked once more that was lost, or whose answer was no use." }),
      batch: z.string().min(1).optional().meta({
        description:
          "Our name for the provider's batch it goes with; its outcome is fetched later, and not lost with the leg.",
      }),
      ...written,
    }),
    z.strictObject({
      event: z.literal("replied"),
      unit: UnitKey,
      attempt: Attempt,
      content: z.string(),
      finish_reason: FinishReason,
      usage: Usage,
      latency_ms: z
        .number()
        .min(0)
        .meta({ description: "Of the call itself, without waiting for its turn." }),
      ...Delivery.shape,
      ...written,
    }),
    z.strictObject({
      event: z.literal("failed"),
      unit: UnitKey,
      attempt: Attempt,
      reason: z.string(),
      cause: FailureCause.optional(),
      ...Delivery.pick({ retries: true, cost_usd: true, at_most_usd: true }).shape,
      ...written,
    }),
    z
      .strictObject({
        event: z.literal("settled"),
        unit: UnitKey,
        attempt: z.int().min(1),
        reason: z.string().optional(),
        cause: FailureCause.optional(),
        usage: Usage.optional(),
        cost_usd: z
          .number()
          .min(0)
          .optional()
          .meta({ description: "Absent: what was reserved for it counts." }),
        at_most_usd: AtMostUsd,
        ...written,
      })
      .meta({ description: "An attempt came to its end without a reply." }),
    z
      .strictObject({
        event: z.literal("lost"),
        unit: UnitKey,
        reason: z.string().optional(),
        ...written,
      })
      .meta({
        description: "Nobody waits any longer for what was sent; what was reserved for it counts as spent.",
      }),
    z
      .strictObject({
        event: z.literal("batch"),
        batch: z.string().min(1).meta({ description: "Our name for it, as its units have it." }),
        state: z.enum(["submitted", "polled", "ended"]),
        provider_batch_id: z.string().min(1).optional().meta({ description: "The provider's name for it." }),
        units: z.int().min(1).optional(),
        detail: z.string().optional().meta({ description: "What the provider says about it." }),
        ...written,
      })
      .meta({
        description: "What is known of a provider's batch; the outcomes of its units are lines of their own.",
      }),
    z.strictObject({
      event: z.literal("closed"),
      outcome: z.enum(["finished", "interrupted"]),
      ...written,
    }),
  ])
  .meta({ id: "JournalEntry" });
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Outcome of a call. */
export type JournalOutcome = Extract<JournalEntry, { event: "replied" | "failed" }>;
