import type { CallWarning, generateText, LanguageModelUsage } from "ai";
import type { Usage } from "../../schema/journal.ts";
import type { ModelPrice } from "../../schema/model-catalog.ts";
import type { FinishReason } from "../../schema/transcript.ts";
import { costOfTokens } from "../chain/cost-of-tokens.ts";
import type { ModelReply } from "../model-client.ts";
import { redact } from "../redact.ts";

type Result = Pick<
  Awaited<ReturnType<typeof generateText>>,
  "text" | "finishReason" | "rawFinishReason" | "usage" | "warnings" | "response"
>;

/** A result in our terms. `text` holds the text parts alone: what a model thought aloud is no part of its reply. */
export function toReply(
  result: Result,
  { price, secrets }: { readonly price: ModelPrice | undefined; readonly secrets: readonly string[] },
): ModelReply {
  const { text, usage, response } = result;
  const warnings = (result.warnings ?? []).map((warning) => redact(describeWarning(warning), secrets));
  const costUsd = reportedCost(usage) ?? computedCost(usage, price);
  return {
    content: redact(text, secrets),
    finish_reason: finishReasonOf(result),
    usage: toUsage(usage),
    delivery: {
      ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
      resolved_model: redact(response.modelId, secrets),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
}

/** The SDK calls a refusal a content filter; the provider's own word tells them apart. */
function finishReasonOf({ finishReason, rawFinishReason }: Result): FinishReason {
  switch (finishReason) {
    case "stop":
    case "length":
      return finishReason;
    case "content-filter":
      return rawFinishReason === "refusal" || rawFinishReason === "stop" ? "refusal" : "content_filter";
    default:
      return "other";
  }
}

function toUsage({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
}: LanguageModelUsage): Usage {
  return {
    input_tokens: inputTokens ?? 0,
    cached_tokens: inputTokenDetails.cacheReadTokens ?? 0,
    output_tokens: outputTokens ?? 0,
    reasoning_tokens: outputTokenDetails.reasoningTokens ?? 0,
  };
}

/** OpenRouter says what a call cost. */
function reportedCost(usage: LanguageModelUsage): number | undefined {
  const cost = usage.raw?.["cost"];
  return typeof cost === "number" && cost >= 0 ? cost : undefined;
}

function computedCost(usage: LanguageModelUsage, price: ModelPrice | undefined): number | undefined {
  const { inputTokens: input, outputTokens: output, inputTokenDetails } = usage;
  if (price === undefined || input === undefined || output === undefined) return undefined;
  const cachedInput = inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails.cacheWriteTokens ?? 0;
  return costOfTokens({ input, output, cachedInput, cacheWrite }, price);
}

function describeWarning(warning: CallWarning): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return `${warning.feature}: ${warning.details ?? "not supported"}`;
    case "deprecated":
      return `${warning.setting}: ${warning.message}`;
    case "other":
      return warning.message;
  }
}
