import type { LanguageModel } from "ai";
import type { Clock } from "../../kernel/clock.ts";
import { assertNever } from "../../kernel/errors.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { ModelId } from "../../schema/ids.ts";
import { AttemptError } from "../errors.ts";
import type { ModelClient, ModelReply } from "../model-client.ts";
import { openNetwork } from "../network.ts";
import type { ProviderContext } from "../provider-context.ts";
import { assertAdmitted, type ProviderSettings } from "../provider-settings.ts";
import { accountFor, type ReportedTokens } from "../reported-usage.ts";
import { withReadableUsage } from "./readable-usage.ts";
import { toAttemptError } from "./to-attempt-error.ts";
import { toCallSettings, toReply } from "./translate-call.ts";

type Surroundings = Pick<ProviderContext, "environment" | "provenance">;

/** A provider's model through the AI SDK, which is loaded with the first call. Each call is one attempt. */
export function createAiSdkClient(
  settings: ProviderSettings,
  price: ModelPrice | undefined,
  { clock, ...surroundings }: Surroundings & { readonly clock: Clock },
): ModelClient {
  let opening: Promise<Opened> | undefined;
  return {
    modelId: ModelId.parse(settings.modelId),
    simulated: false,
    async complete(request, signal) {
      signal.throwIfAborted();
      opening ??= open(settings, surroundings);
      const { model, generateText, Output } = await opening;
      const call = toCallSettings(request, settings.protocol, Output.text);
      const startedMs = clock.monotonicMs();
      try {
        const result = await withoutPrinting(() => generateText({ ...call, model, abortSignal: signal }));
        const latencyMs = clock.monotonicMs() - startedMs;
        const reply = toReply(result, { request, settings, price });
        assertAnswered(result, reply);
        return { ...reply, latencyMs };
      } catch (error) {
        signal.throwIfAborted();
        const costOf = (tokens: ReportedTokens) =>
          accountFor(tokens, {
            modelId: settings.modelId,
            request,
            content: "",
            price,
            reportedUsd: undefined,
          }).cost.cost_usd;
        throw toAttemptError(error, settings, { nowMs: clock.now(), costOf });
      }
    },
  };
}

let callsUnderWay = 0;
let asTheHostHadIt: typeof globalThis.AI_SDK_LOG_WARNINGS;

/**
 * Warnings are recorded with the reply. The SDK would print them as well unless a global says otherwise, which is said
 * only while calls of ours are under way: whoever else uses the SDK in this process gets back what they had.
 */
async function withoutPrinting<Result>(call: () => Promise<Result>): Promise<Result> {
  if (callsUnderWay === 0) asTheHostHadIt = globalThis.AI_SDK_LOG_WARNINGS;
  callsUnderWay += 1;
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    return await call();
  } finally {
    callsUnderWay -= 1;
    if (callsUnderWay === 0) globalThis.AI_SDK_LOG_WARNINGS = asTheHostHadIt;
  }
}

/** An error in a body of status 200 can look like a reply without text. A real one says at least why it ended. */
function assertAnswered(
  result: { readonly text: string; readonly rawFinishReason: string | undefined },
  { delivery }: ModelReply,
): void {
  if (result.text !== "" || result.rawFinishReason !== undefined) return;
  throw new AttemptError("a response without a reply", {
    kind: "bad_response",
    isRetryable: true,
    mayBeBilled: true,
    costUsd: delivery?.cost_usd,
  });
}

type Opened = Pick<typeof import("ai"), "generateText" | "Output"> & { readonly model: LanguageModel };

async function open(settings: ProviderSettings, surroundings: Surroundings): Promise<Opened> {
  assertAdmitted(settings, surroundings.provenance);
  const [{ generateText, Output }, network] = await Promise.all([
    import("ai"),
    openNetwork(surroundings, settings.baseUrl),
  ]);
  return {
    generateText,
    Output,
    model: await openLanguageModel(settings, withReadableUsage(network, settings.protocol)),
  };
}

/** Loads the provider's package. Simulated runs never come here. */
async function openLanguageModel(
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
