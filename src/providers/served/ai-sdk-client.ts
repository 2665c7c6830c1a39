import type { LanguageModel } from "ai";
import type { Clock } from "../../kernel/clock.ts";
import { assertNever } from "../../kernel/errors.ts";
import type { ModelPrice } from "../../schema/corpus/model-catalog.ts";
import { ModelId } from "../../schema/ids.ts";
import { AttemptError } from "../errors.ts";
import type { ModelClient, ModelReply, ModelRequest } from "../model-client.ts";
import { openNetwork } from "../network.ts";
import type { ProviderContext } from "../provider-context.ts";
import { assertAdmitted, type ProviderSettings } from "../provider-settings.ts";
import { accountFor, type ReportedTokens } from "../reported-usage.ts";
import { withReadableUsage } from "./readable-usage.ts";
import { toAttemptError } from "./to-attempt-error.ts";
import { toCallSettings, toReply } from "./translate-call.ts";

type Surroundings = Pick<ProviderContext, "environment" | "provenance">;

/** Receives a call in place of the network, and resolves with its final response. */
export type Postpone = (
  call: { readonly url: string; readonly body: string },
  request: ModelRequest,
  signal: AbortSignal,
) => Promise<Response>;

/**
 * Creates a client for a provider's model through the AI SDK, which loads with the first call. Each call is one
 * attempt. Postponed calls are built and parsed in the same way as live ones.
 */
export function createAiSdkClient(
  settings: ProviderSettings,
  price: ModelPrice | undefined,
  { clock, ...surroundings }: Surroundings & { readonly clock: Clock },
  postpone?: Postpone,
): ModelClient {
  let opening: Promise<Opened> | undefined;
  return {
    modelId: ModelId.parse(settings.modelId),
    simulated: false,
    async complete(request, signal) {
      signal.throwIfAborted();
      opening ??= open(settings, surroundings);
      const { modelThrough, network, generateText, Output } = await opening;
      const { protocol, modelId } = settings;
      const later: typeof fetch | undefined =
        postpone &&
        ((input, init) => postpone({ url: String(input), body: String(init?.body) }, request, signal));
      const way = later ?? network;
      let body = "";
      // Each attempt has its own model, because some SDK errors do not tell which response they belong to.
      const model = modelThrough(withReadableUsage(way, protocol, (text) => (body = text)));
      const call = toCallSettings(request, protocol, Output.text);
      const startedMs = clock.monotonicMs();
      try {
        const result = await withoutPrinting(() => generateText({ ...call, model, abortSignal: signal }));
        const latencyMs = clock.monotonicMs() - startedMs;
        const reply = toReply(result, { request, settings, price });
        assertAnswered(result, reply);
        return { ...reply, latencyMs };
      } catch (error) {
        signal.throwIfAborted();
        const costOf = (tokens: ReportedTokens, reportedUsd: unknown) => {
          const { cost } = accountFor(tokens, { modelId, request, content: "", price, reportedUsd });
          return { costUsd: cost.cost_usd, atMostUsd: cost.at_most_usd };
        };
        throw toAttemptError(error, settings, { nowMs: clock.now(), body, costOf });
      }
    },
  };
}

let callsUnderWay = 0;
let asTheHostHadIt: typeof globalThis.AI_SDK_LOG_WARNINGS;

/**
 * Keeps the SDK from printing warnings, which are recorded with the reply. It uses a global that is set only during our
 * calls and restored afterwards for other users of the SDK in this process.
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

/**
 * Throws if there is neither text nor a finish reason: an error in a body of status 200 can look like a reply without
 * text.
 */
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
    atMostUsd: delivery?.at_most_usd,
  });
}

interface Opened extends Pick<typeof import("ai"), "generateText" | "Output"> {
  readonly network: typeof fetch;
  /** Creates the model, with calls through this fetch. */
  readonly modelThrough: (send: typeof fetch) => LanguageModel;
}

async function open(settings: ProviderSettings, surroundings: Surroundings): Promise<Opened> {
  assertAdmitted(settings, surroundings.provenance);
  const [{ generateText, Output }, network, modelThrough] = await Promise.all([
    import("ai"),
    openNetwork(surroundings, settings.baseUrl),
    loadProvider(settings),
  ]);
  return { generateText, Output, network, modelThrough };
}

/** Loads the provider's package. Simulated runs never call this. */
async function loadProvider(settings: ProviderSettings): Promise<Opened["modelThrough"]> {
  const { protocol, provider, model, baseUrl: baseURL, apiKey = "", headers } = settings;
  const shared = { baseURL, apiKey, headers };
  switch (protocol) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return (send) => createOpenAI({ ...shared, fetch: send }).chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return (send) => createAnthropic({ ...shared, fetch: send })(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return (send) => createGoogle({ ...shared, fetch: send })(model);
    }
    case "openrouter":
    case "ollama":
    case "files":
    case "endpoint": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: _, ...keyless } = shared;
      const compatible = {
        ...(settings.apiKey === undefined ? keyless : shared),
        name: provider,
        // Unknown servers are asked only for JSON, without a schema.
        supportsStructuredOutputs: protocol !== "endpoint",
      };
      return (send) => createOpenAICompatible({ ...compatible, fetch: send }).chatModel(model);
    }
    default:
      return assertNever(protocol);
  }
}
