import type { LanguageModel } from "ai";
import { assertNever } from "../../kernel/assert-never.ts";
import type { ProviderSettings } from "./provider-settings.ts";

/** Loads the provider's package. Simulated runs never come here. */
export async function openLanguageModel(
  settings: ProviderSettings,
  fetchThroughNetwork: typeof fetch,
): Promise<LanguageModel> {
  const { protocol, provider, model, baseUrl: baseURL, apiKey = "", headers } = settings;
  const shared = { baseURL, apiKey, headers, fetch: fetchThroughNetwork };
  switch (protocol) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(shared).chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(shared)(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle(shared)(model);
    }
    case "openrouter":
    case "ollama":
    case "endpoint": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: _, ...keyless } = shared;
      return createOpenAICompatible({
        ...(settings.apiKey === undefined ? keyless : shared),
        name: provider,
        // Of a server we know nothing about, no more is asked than JSON of some shape.
        supportsStructuredOutputs: protocol !== "endpoint",
      }).chatModel(model);
    }
    default:
      return assertNever(protocol);
  }
}
