import * as z from "zod";
import { hashOf } from "../../kernel/hash.ts";
import { Delivery, Usage } from "../../schema/journal.ts";
import { FinishReason } from "../../schema/transcript.ts";
import type { CallOrigin, ModelReply, ModelRequest } from "../model-client.ts";

/** A reply as it is kept. */
export const CacheEntry = z.strictObject({
  schema_version: z.literal(1),
  content: z.string(),
  finish_reason: FinishReason,
  usage: Usage,
  ...Delivery.pick({ resolved_model: true, warnings: true }).shape,
});
type CacheEntry = z.infer<typeof CacheEntry>;

/** Everything that determines a reply: equal requests of one repetition share it, repetitions never do. */
export function cacheKey(modelId: string, address: string, request: ModelRequest): string {
  const { messages, sampling, output, reasoningEffort, origin } = request;
  return hashOf({
    model_id: modelId,
    address,
    messages,
    sampling,
    output,
    effort: reasoningEffort,
    which: repetitionOf(origin),
  });
}

/**
 * Two scenarios that begin with the same words are two samples. A judge is asked about words, and its prompt holds
 * all that matters, whatever transcript they came from.
 */
function repetitionOf(origin: CallOrigin) {
  return origin.stage === "target"
    ? { scenario_id: origin.scenario_id, repeat: origin.repeat }
    : { repetition: origin.repetition, attempt: origin.attempt };
}

/** A refusal, a filtered or a truncated reply may be luck, and luck must not last. */
export function isWorthKeeping(reply: ModelReply): boolean {
  return reply.finish_reason === "stop";
}

export function toCacheEntry({ content, finish_reason, usage, delivery }: ModelReply): CacheEntry {
  const { resolved_model, warnings } = delivery ?? {};
  return {
    schema_version: 1,
    content,
    finish_reason,
    usage,
    ...(resolved_model === undefined ? {} : { resolved_model }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

export function fromCacheEntry(entry: CacheEntry): ModelReply {
  const { content, finish_reason, usage, schema_version: _, ...delivery } = entry;
  return { content, finish_reason, usage, delivery: { ...delivery, cost_usd: 0, from_cache: true } };
}
