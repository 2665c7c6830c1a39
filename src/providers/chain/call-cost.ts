/** What one call costs: at most, before it is sent; in fact, after it. */
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { ModelRequest } from "../model-client.ts";

const PRICED_TOKENS = 1_000_000;
/** Roles and separators around each message. */
const TOKENS_PER_MESSAGE = 16;
/** What a provider adds to the prompt so that the reply keeps to a schema. */
const TOKENS_OF_SCHEMA_INSTRUCTIONS = 1000;
/** Of the largest reply of a model that thinks on top of its cap; as the AI SDK asks for it. */
const THINKING_SHARE = { minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6 } as const;
const LARGEST_REPLY_WITH_THINKING = 64_000;

/**
 * The most that one attempt can cost. No tokenizer makes more tokens of a text than it has bytes, so the bytes stand
 * for the input; the output is taken to fill its cap.
 */
export function worstCaseUsd(modelId: string, request: ModelRequest, price: ModelPrice): number {
  const inputRate = Math.max(price.input, price.cache_write ?? 0, price.cached_input ?? 0);
  return (inputTokens(request) * inputRate + outputCap(modelId, request) * price.output) / PRICED_TOKENS;
}

/** The most that a request can have. */
export function inputTokens({ messages, output }: ModelRequest): number {
  const sent = messages.reduce(
    (sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE,
    0,
  );
  if (output === undefined) return sent;
  return sent + Buffer.byteLength(JSON.stringify(output.jsonSchema)) + TOKENS_OF_SCHEMA_INSTRUCTIONS;
}

/** The most that a reply may have, with what is thought on top. */
export function outputCap(modelId: string, { sampling, reasoningEffort }: ModelRequest): number {
  const thinksOnTop = modelId.startsWith("anthropic/") && reasoningEffort !== undefined;
  if (!thinksOnTop) return sampling.max_tokens;
  return sampling.max_tokens + Math.ceil(THINKING_SHARE[reasoningEffort] * LARGEST_REPLY_WITH_THINKING);
}

export interface BilledTokens {
  /** All of it: fresh, read from a cache and written to one. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

const TOKENS = 1_000_000;

export function costOfTokens(tokens: BilledTokens, price: ModelPrice): number {
  const fresh = Math.max(0, tokens.input - tokens.cachedInput - tokens.cacheWrite);
  const usd =
    fresh * price.input +
    tokens.cachedInput * (price.cached_input ?? price.input) +
    tokens.cacheWrite * (price.cache_write ?? price.input) +
    tokens.output * price.output;
  return usd / TOKENS;
}
