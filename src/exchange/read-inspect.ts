import * as z from "zod";
import type { FinishReason } from "../schema/transcript.ts";
import type { ForeignConversation, ForeignRecord } from "./foreign-conversation.ts";
import { ChatMessage, gatherMessages } from "./gather-messages.ts";
import { inside } from "./import-place.ts";
import { parseRecord } from "./parse-record.ts";

const SHAPE =
  'An Inspect log in JSON has "eval": { "model" } and "samples": [{ "id", "epoch", "messages" }]; an .eval file becomes one with `inspect log convert --to json`.';

const EvalLog = z.looseObject({
  eval: z.looseObject({ model: z.string() }),
  samples: z
    .array(
      z.looseObject({
        id: z.union([z.string(), z.number()]),
        epoch: z.int().min(1).default(1),
        messages: z.array(ChatMessage).min(1),
        output: z
          .looseObject({
            choices: z.array(z.looseObject({ stop_reason: z.string().optional() })).optional(),
          })
          .nullish(),
        metadata: z.looseObject({ scenario_id: z.string().optional() }).nullish(),
      }),
    )
    .min(1, "the log holds no samples"),
});

const STOP_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  max_tokens: "length",
  model_length: "length",
  content_filter: "content_filter",
};

/** A log of Inspect AI: every sample is a conversation, its epochs are repeats. */
export function readInspect({ value, place }: ForeignRecord): readonly ForeignConversation[] {
  const log = parseRecord(value, EvalLog, place, SHAPE);
  return log.samples.map((sample, index) => {
    const at = inside(place, "samples", index);
    const stopReason = sample.output?.choices?.[0]?.stop_reason;
    const last = sample.messages.length - 1;
    const list = sample.messages.map((message, position) => ({
      message,
      place: inside(at, "messages", position),
      // The output is the last message once more, with the reason it ended.
      ...(position === last && message.role === "assistant" && stopReason !== undefined
        ? { details: { finishReason: STOP_REASONS[stopReason] ?? "other" } }
        : {}),
    }));
    return {
      place: at,
      id: `${sample.id}/${sample.epoch}`,
      subject: String(sample.id),
      model: log.eval.model,
      scenarioId: sample.metadata?.scenario_id ?? null,
      tags: [],
      ...gatherMessages(list, at),
    };
  });
}
