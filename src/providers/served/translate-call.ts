/** Translates requests into the AI SDK's format, and its results into ours. */
import type { CallWarning, generateText, Output } from "ai";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import type { FinishReason } from "../../schema/run/transcript.ts";
import type { ModelReply, ModelRequest } from "../model-client.ts";
import type { ProviderSettings } from "../provider-settings.ts";
import { redact } from "../redact.ts";
import { accountFor } from "../reported-usage.ts";
import { reportedUsd } from "./readable-usage.ts";

type CallSettings = Omit<Parameters<typeof generateText>[0], "model" | "prompt">;
type ProviderOptions = NonNullable<CallSettings["providerOptions"]>;

/** Translates a request into the AI SDK's format. */
export function toCallSettings(
  request: ModelRequest,
  protocol: ProviderSettings["protocol"],
  text: typeof Output.text,
): CallSettings & { readonly messages: NonNullable<CallSettings["messages"]> } {
  const { sampling, reasoningEffort, output } = request;
  const providerOptions = providerOptionsOf(request, protocol);
  return {
    messages: request.messages.map((message, index) => ({
      ...message,
      ...cacheMark(request, index, protocol),
    })),
    // All messages come from us, not from an application's users.
    allowSystemInMessages: true,
    temperature: sampling.temperature,
    maxOutputTokens: sampling.max_tokens,
    ...(sampling.seed === null ? {} : { seed: sampling.seed }),
    ...(reasoningEffort === undefined ? {} : { reasoning: reasoningEffort }),
    ...(output === undefined ? {} : { output: jsonOutput(output, text) }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
    maxRetries: 0,
    telemetry: { isEnabled: false },
  };
}

/** Requests JSON and returns the text unchanged: the caller validates it. */
function jsonOutput({ name, jsonSchema }: NonNullable<ModelRequest["output"]>, text: typeof Output.text) {
  const responseFormat = Promise.resolve({ type: "json" as const, name, schema: jsonSchema });
  return { ...text(), responseFormat };
}

function providerOptionsOf(
  { sharedPrefix }: ModelRequest,
  protocol: ProviderSettings["protocol"],
): ProviderOptions | undefined {
  if (protocol === "openrouter") return { openrouter: { usage: { include: true } } };
  if (protocol !== "openai") return undefined;
  return {
    openai: {
      // Sends the plan's system message as such; the SDK would rename it for some models.
      systemMessageMode: "system",
      ...(sharedPrefix === undefined ? {} : { promptCacheKey: sharedPrefix.key }),
    },
  };
}

/** Marks the end of the cached prefix: Anthropic caches everything up to the marked message. */
function cacheMark(
  { sharedPrefix }: ModelRequest,
  index: number,
  protocol: ProviderSettings["protocol"],
): { providerOptions?: ProviderOptions } {
  const isEnd = sharedPrefix !== undefined && index === sharedPrefix.messages - 1;
  if (protocol !== "anthropic" || !isEnd) return {};
  return { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
}

type Result = Pick<
  Awaited<ReturnType<typeof generateText>>,
  "text" | "finishReason" | "rawFinishReason" | "usage" | "warnings" | "response"
>;

/** The request, its model and its price. */
interface Asked {
  readonly request: ModelRequest;
  readonly settings: Pick<ProviderSettings, "modelId" | "protocol" | "secrets">;
  readonly price: ModelPrice | undefined;
}

/** Translates a result. `text` contains only text parts: reasoning is not part of the reply. */
export function toReply(result: Result, asked: Asked): ModelReply {
  const { text, response } = result;
  const { secrets } = asked.settings;
  const { usage, cost, warnings: ofTokens } = accountOf(result, asked);
  const ofProvider = (result.warnings ?? []).map((warning) => redact(describeWarning(warning), secrets));
  const warnings = [...ofProvider, ...ofTokens];
  return {
    content: redact(text, secrets),
    finish_reason: finishReasonOf(result),
    usage,
    delivery: {
      ...cost,
      resolved_model: redact(response.modelId, secrets),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
  };
}

/**
 * Distinguishes refusals from content filters by the provider's own reason; the SDK reports both as a content filter.
 */
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

function accountOf({ text: content, usage }: Result, { request, settings, price }: Asked) {
  const { inputTokenDetails, outputTokenDetails, raw } = usage;
  const { modelId, protocol } = settings;
  return accountFor(
    {
      input: usage.inputTokens,
      output: usage.outputTokens,
      cachedInput: inputTokenDetails.cacheReadTokens,
      cacheWrite: inputTokenDetails.cacheWriteTokens,
      reasoning: outputTokenDetails.reasoningTokens,
      total: raw?.["total_tokens"],
    },
    { modelId, request, content, price, reportedUsd: reportedUsd(raw, protocol) },
  );
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
