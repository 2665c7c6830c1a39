import { expect, test } from "vitest";
import { systemClock as clock } from "../kernel/clock.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { ALL_OWN } from "./key-hosts.fixture.ts";
import { knownModels, type ModelSources, openModel } from "./open-model.ts";
import { createLimiterPool } from "./provider-context.ts";

const emptyWorld = {
  scenarios: new Map(),
  checks: new Map(),
  lexicons: new Map(),
  golden: new Map(),
  longCards: new Map(),
  replies: new Map(),
  rules: new Map(),
  helpLines: [],
  words: shippedWords,
  duties: null,
  matcher: compileLexicons([], shippedWords),
};

const sources: ModelSources = {
  world: async () => emptyWorld,
  providers: {
    environment: {},
    provenance: ALL_OWN,
    endpoints: { acme: { base_url: "http://127.0.0.1:9/v1" } },
    prices: () => undefined,
    clock,
    limiterFor: createLimiterPool({ maxConnections: 4, clock }),
    ledger: null,
    cacheDirectory: null,
    timeoutMs: 1000,
  },
};
const noWorld: ModelSources = { ...sources, world: () => Promise.reject(new Error("nobody needs it")) };

test("every model that is listed can be opened by its name", async () => {
  for (const model of knownModels()) {
    const { modelId, simulated } = await openModel(model.model_id, sources);
    expect({ modelId, simulated }).toEqual({ modelId: model.model_id, simulated: model.simulated });
  }
});

test.each([
  "openai/gpt-5-mini",
  "anthropic/claude-haiku-4-5",
  "google/gemini-2.5-flash",
  "openrouter/meta-llama/llama-3.3-70b-instruct",
  "ollama/llama3.2:3b",
  "acme/companion",
])("%s is opened without a key, a network or the simulated world", async (name) => {
  const { modelId, simulated } = await openModel(name, noWorld);
  expect({ modelId, simulated }).toEqual({ modelId: name, simulated: false });
});

test("a key that is missing is named when the model is first asked", async () => {
  const model = await openModel("google/gemini-2.5-flash", noWorld);
  const asked = model.complete(
    {
      messages: [{ role: "user", content: "Hello." }],
      sampling: { temperature: 0, max_tokens: 1, seed: null },
      origin: { stage: "target", scenario_id: "safety_crisis_test_001", repeat: 1, turn: 1 },
    },
    new AbortController().signal,
  );
  await expect(asked).rejects.toMatchObject({
    code: "IB_NO_KEY",
    message:
      "google/gemini-2.5-flash needs a key, and GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY is not set.",
  });
});

test.each(["gpt-5-mini", "opnai/gpt-5-mini"])(
  "%s is near a model that has a price, and that is named",
  async (name) => {
    const providers = {
      ...noWorld.providers,
      pricedModels: ["openai/gpt-5-mini", "anthropic/claude-sonnet-5"],
    };
    await expect(openModel(name, { ...noWorld, providers })).rejects.toMatchObject({
      hint: expect.stringMatching(
        /^Did you mean "openai\/gpt-5-mini"\?.* A model of your own is given as it is, also when a run is resumed\.$/,
      ),
    });
  },
);

test.each(["sim/nobody", "nobody/model", "openai", "openai/"])(
  "%s is refused with the names there are",
  async (name) => {
    await expect(openModel(name, noWorld)).rejects.toMatchObject({
      code: "IB_UNKNOWN_MODEL",
      message: `No model is named "${name}".`,
      hint: expect.stringMatching(/sim\/careful, .*sim\/judge, .*openai\/…, .*ollama\/…, acme\/…/),
    });
  },
);
