import { type Clock, systemClock } from "../../src/kernel/clock.ts";
import { ALL_OWN } from "../../src/providers/key-hosts.fixture.ts";
import type { ModelClient, ModelRequest } from "../../src/providers/model-client.ts";
import { openModel } from "../../src/providers/open-model.ts";
import type { ProviderContext } from "../../src/providers/provider-context.ts";
import { createLimiterPool } from "../../src/providers/provider-context.ts";
import { ModelPrice } from "../../src/schema/corpus/model-catalog.ts";

export const never = new AbortController().signal;

/** Planted keys: none of these may appear in any output. */
export const KEYS = {
  OPENAI_API_KEY: "sk-planted-openai-0123456789",
  ANTHROPIC_API_KEY: "sk-ant-planted-0123456789",
  GEMINI_API_KEY: "AIza-planted-0123456789",
  OPENROUTER_API_KEY: "sk-or-planted-0123456789",
  ACME_KEY: "acme-planted-0123456789",
};

/** One of each kind, by the format that the server will see. */
export const MODELS = {
  "openai-chat": "openai/gpt-4o-mini",
  anthropic: "anthropic/claude-haiku-4-5",
  gemini: "google/gemini-2.5-flash",
  openrouter: "openrouter/meta-llama/llama-3.3-70b-instruct",
} as const;

export const PRICE = ModelPrice.parse({
  model: "any/model",
  family: "any",
  input: 1,
  cached_input: 0.1,
  output: 2,
  as_of: "2026-01-01",
  source: "made for tests",
});

const HASTE = 100;

/** A clock that runs a hundred times faster. */
export const quickClock: Clock = {
  now: systemClock.now,
  monotonicMs: () => systemClock.monotonicMs() * HASTE,
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
};

export function addressesAt(url: string): Record<string, string> {
  return {
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_GENERATIVE_AI_BASE_URL: url,
    OPENROUTER_BASE_URL: `${url}/api/v1`,
    OLLAMA_HOST: url,
  };
}

/** A model of the server at this address, behind the whole chain. */
export function servedModel(
  modelId: string,
  url: string,
  change: Partial<ProviderContext> = {},
): Promise<ModelClient> {
  const clock = change.clock ?? quickClock;
  return openModel(modelId, {
    world: () => Promise.reject(new Error("nothing is simulated here")),
    providers: {
      environment: { ...KEYS, ...addressesAt(url) },
      provenance: ALL_OWN,
      endpoints: { acme: { base_url: `${url}/v1`, api_key_env: "ACME_KEY" } },
      prices: () => PRICE,
      clock,
      limiterFor: createLimiterPool({ maxConnections: 16, clock }),
      ledger: null,
      cacheDirectory: null,
      timeoutMs: 3_000_000,
      ...change,
    },
  });
}

export function requestFor(text: string, change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hello." },
      { role: "assistant", content: "Hello. What is it like today?" },
      { role: "user", content: text },
    ],
    sampling: { temperature: 0.5, max_tokens: 500, seed: 7 },
    origin: { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn: 2 },
    ...change,
  };
}
