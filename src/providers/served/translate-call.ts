/** A request in the AI SDK's terms, and its result in ours. */
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

/** A request in the AI SDK's terms. */
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
    // The messages are ours, not a user's of some application.
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

/** Asks for JSON and hands the text on as it came: whether it is valid is for the caller to say. */
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
      // What the plan calls a system message is sent as one; the SDK would rename it for some models.
      systemMessageMode: "system",
      ...(sharedPrefix === undefined ? {} : { promptCacheKey: sharedPrefix.key }),
    },
  };
}

/** Anthropic caches what it is asked to: everything up to the marked message. */
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

/** What was asked, of whom, at which price. */
interface Asked {
  readonly request: ModelRequest;
  readonly settings: Pick<ProviderSettings, "modelId" | "protocol" | "secrets">;
  readonly price: ModelPrice | undefined;
}

/** A result in our terms. `text` holds the text parts alone: what a model thought aloud is no part of its reply. */
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
