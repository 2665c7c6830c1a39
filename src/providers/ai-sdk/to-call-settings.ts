import type { generateText, Output } from "ai";
import type { ModelRequest } from "../model-client.ts";
import type { ProviderSettings } from "./provider-settings.ts";

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
