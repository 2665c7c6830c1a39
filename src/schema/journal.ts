import * as z from "zod";
import { RunId, Sha256 } from "./ids.ts";
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

/** What a person reads to know which call this was. */
const CallLabel = z.strictObject({
  stage: z.enum(["target", "judge"]),
  model_id: z.string(),
  subject: z.string(),
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
      tool_version: z.string(),
      at: Timestamp,
    }),
    z.strictObject({ event: z.literal("sent"), unit: UnitKey, call: CallLabel, at: Timestamp }),
    z.strictObject({
      event: z.literal("replied"),
      unit: UnitKey,
      content: z.string(),
      finish_reason: FinishReason,
      usage: Usage,
      latency_ms: z.number().min(0),
      at: Timestamp,
    }),
    z.strictObject({ event: z.literal("failed"), unit: UnitKey, reason: z.string(), at: Timestamp }),
    z.strictObject({
      event: z.literal("closed"),
      outcome: z.enum(["finished", "interrupted"]),
      at: Timestamp,
    }),
  ])
  .meta({ id: "JournalEntry" });
export type JournalEntry = z.infer<typeof JournalEntry>;
