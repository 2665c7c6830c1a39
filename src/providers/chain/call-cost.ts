/** The cost of one call: the maximum before it is sent, the actual cost after it. */
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { ModelRequest } from "../model-client.ts";

const PRICED_TOKENS = 1_000_000;
/** Roles and separators around each message. */
const TOKENS_PER_MESSAGE = 16;
/** Tokens that a provider adds to the prompt so that the reply follows a schema. */
const TOKENS_OF_SCHEMA_INSTRUCTIONS = 1000;
/** Share of the model's largest reply, for models that reason on top of their cap; the same shares as the AI SDK. */
const THINKING_SHARE = { minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6 } as const;
const LARGEST_REPLY_WITH_THINKING = 64_000;

/**
 * Returns the maximum cost of one attempt. A text never has more tokens than bytes, so bytes count as input tokens; the
 * output is assumed to fill its cap.
 */
export function worstCaseUsd(modelId: string, request: ModelRequest, price: ModelPrice): number {
  const inputRate = Math.max(price.input, price.cache_write ?? 0, price.cached_input ?? 0);
  return (inputTokens(request) * inputRate + outputCap(modelId, request) * price.output) / PRICED_TOKENS;
}

/** Returns the maximum number of input tokens. */
export function inputTokens({ messages, output }: ModelRequest): number {
  const sent = messages.reduce(
    (sum, { content }) => sum + Buffer.byteLength(content) + TOKENS_PER_MESSAGE,
    0,
  );
  if (output === undefined) return sent;
  return sent + Buffer.byteLength(JSON.stringify(output.jsonSchema)) + TOKENS_OF_SCHEMA_INSTRUCTIONS;
}

/** Returns the maximum number of output tokens, including reasoning on top of the cap. */
export function outputCap(modelId: string, { sampling, reasoningEffort }: ModelRequest): number {
  const thinksOnTop = modelId.startsWith("anthropic/") && reasoningEffort !== undefined;
  if (!thinksOnTop) return sampling.max_tokens;
  return sampling.max_tokens + Math.ceil(THINKING_SHARE[reasoningEffort] * LARGEST_REPLY_WITH_THINKING);
}

export interface BilledTokens {
  /** All input: fresh, read from a cache and written to one. */
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
