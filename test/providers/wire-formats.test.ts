import { expect, onTestFinished, test } from "vitest";
import type { ModelRequest } from "../../src/providers/model-client.ts";
import { startModelServer } from "../servers/model-server.ts";
import type { ModelServerOptions } from "../servers/model-server-options.ts";
import { MODELS, never, requestFor, servedModel } from "./served-model.fixture.ts";

const THOUGHT = "They must not read this.";
const FORMATS = Object.entries(MODELS);

/** A model's reply, and the request body. */
async function exchange(modelId: string, request: ModelRequest, options: ModelServerOptions = {}) {
  const bodies: unknown[] = [];
  await using server = await startModelServer({
    reply: (wire) => {
      bodies.push(wire.body);
      return "Take one thing at a time.";
    },
    ...options,
  });
  const model = await servedModel(modelId, server.url);
  const reply = await model.complete(request, never);
  return { reply, body: bodies[0], entry: server.log[0], server };
}

test.each(FORMATS)(
  "%s: the whole conversation and its sampling are sent, and the reply comes back",
  async (format, modelId) => {
    const { reply, entry } = await exchange(modelId, requestFor("I am so tired"));
    expect(entry).toMatchObject({
      format,
      model: modelId.slice(modelId.indexOf("/") + 1),
      messages: [
        { role: "system", text: "Be kind." },
        { role: "user", text: "Hello." },
        { role: "assistant", text: "Hello. What is it like today?" },
        { role: "user", text: "I am so tired" },
      ],
      temperature: 0.5,
      maxTokens: 500,
      stream: false,
    });
    expect(reply).toMatchObject({ content: "Take one thing at a time.", finish_reason: "stop" });
    expect(reply.delivery?.resolved_model).toBe(entry?.model);
    expect(reply.latencyMs).toBeGreaterThan(0);
  },
);

test.each(FORMATS)("%s: what a model thought aloud is no part of its reply", async (format, modelId) => {
  const { reply, entry } = await exchange(modelId, requestFor("I am so tired"), {
    reasoning: THOUGHT,
    reasoningTokens: 9,
  });
  expect(reply.content).toBe("Take one thing at a time.");
  expect(JSON.stringify(reply)).not.toContain(THOUGHT);
  expect(reply.usage.output_tokens).toBe(entry?.usage?.outputTokens);
  // Anthropic does not report its reasoning tokens.
  if (format !== "anthropic") expect(reply.usage.reasoning_tokens).toBe(9);
});

test.each(FORMATS)("%s: tokens are counted, the cached among them, and priced", async (format, modelId) => {
  const { reply, entry } = await exchange(modelId, requestFor("I am so tired"), {
    cachedInputTokens: 6,
    pricePerCallUsd: 0.0125,
  });
  const { inputTokens = 0, outputTokens = 0 } = entry?.usage ?? {};
  expect(reply.usage).toEqual({
    input_tokens: inputTokens,
    cached_tokens: 6,
    output_tokens: outputTokens,
    reasoning_tokens: 0,
  });
  const computed = ((inputTokens - 6) * 1 + 6 * 0.1 + outputTokens * 2) / 1e6;
  // OpenRouter is asked for its own figure, and gives it.
  expect(reply.delivery?.cost_usd).toBeCloseTo(format === "openrouter" ? 0.0125 : computed, 10);
});

test.each(FORMATS)("%s: an empty reply is data", async (_, modelId) => {
  const { reply } = await exchange(modelId, requestFor("I am so tired"), { reply: "" });
  expect(reply).toMatchObject({ content: "", finish_reason: "stop" });
});

const FINISHES = [
  ["openai-chat", "length", "length"],
  ["openai-chat", "refusal", "refusal"],
  ["openai-chat", "content-filter", "content_filter"],
  ["anthropic", "length", "length"],
  ["anthropic", "refusal", "refusal"],
  ["gemini", "length", "length"],
  ["gemini", "refusal", "content_filter"],
  ["gemini", "content-filter", "content_filter"],
  ["openrouter", "length", "length"],
  ["openrouter", "refusal", "refusal"],
  ["openrouter", "content-filter", "content_filter"],
] as const;

test.each(FINISHES)("%s: a reply that ended by %s is marked %s", async (format, finish, finish_reason) => {
  const { reply } = await exchange(MODELS[format], requestFor("I am so tired"), {
    reply: () => ({ text: "I can't", finish }),
  });
  expect(reply.finish_reason).toBe(finish_reason);
});

test("what a provider does not do as asked is written down", async () => {
  const { reply, entry } = await exchange(MODELS.anthropic, requestFor("I am so tired"));
  expect(entry?.seed).toBeNull();
  expect(reply.delivery?.warnings).toEqual(["seed: not supported"]);
  const { reply: seeded, entry: seededEntry } = await exchange(
    MODELS["openai-chat"],
    requestFor("I am so tired"),
  );
  expect(seededEntry?.seed).toBe(7);
  expect(seeded.delivery?.warnings).toBeUndefined();
});

test("a request without a seed sends none", async () => {
  const sampling = { temperature: 0, max_tokens: 9, seed: null };
  const { body } = await exchange(MODELS["openai-chat"], requestFor("Hi", { sampling }));
  expect(body).not.toHaveProperty("seed");
  expect(body).toMatchObject({ temperature: 0, max_tokens: 9 });
});

test("a system message stays one for models that reason", async () => {
  const { entry, reply } = await exchange("openai/gpt-5-mini", requestFor("I am so tired"));
  expect(entry?.messages[0]?.role).toBe("system");
  expect(entry?.maxTokens).toBe(500);
  expect(reply.delivery?.warnings).toEqual([
    "temperature: temperature is not supported for reasoning models",
  ]);
});

test("a shared prefix is marked where it ends for Anthropic, and named for OpenAI", async () => {
  const sharedPrefix = { messages: 2, key: "window-1" };
  const anthropic = await exchange(MODELS.anthropic, requestFor("I am so tired", { sharedPrefix }));
  const { messages } = anthropic.body as {
    messages: { content: { text: string; cache_control?: unknown }[] }[];
  };
  expect(messages.map(({ content }) => content.map((part) => part.cache_control))).toEqual([
    [{ type: "ephemeral" }],
    [undefined],
    [undefined],
  ]);
  const openai = await exchange(MODELS["openai-chat"], requestFor("I am so tired", { sharedPrefix }));
  expect(openai.body).toMatchObject({ prompt_cache_key: "window-1" });
});

const OUTPUT = {
  name: "answer",
  version: 1,
  jsonSchema: {
    type: "object",
    properties: { verdict: { type: "string" } },
    required: ["verdict"],
    additionalProperties: false,
  },
};

test("a shape for the reply is asked for in each provider's way, and text that has it not is still the reply", async () => {
  const request = requestFor("Is it so?", { output: OUTPUT });
  const bodies: Record<string, unknown> = {};
  for (const [format, modelId] of [
    ...FORMATS,
    ["ollama", "ollama/llama3.2"],
    ["endpoint", "acme/one"],
  ] as const) {
    const { body, reply } = await exchange(modelId, request, { keyless: true });
    bodies[format] = body;
    expect(reply.content).toBe("Take one thing at a time.");
  }
  const schema = { type: "json_schema", json_schema: { name: "answer", schema: OUTPUT.jsonSchema } };
  expect(bodies["openai-chat"]).toMatchObject({ response_format: schema });
  expect(bodies["openrouter"]).toMatchObject({ response_format: schema, usage: { include: true } });
  expect(bodies["ollama"]).toMatchObject({ response_format: schema });
  expect(bodies["endpoint"]).toMatchObject({ response_format: { type: "json_object" } });
  expect(bodies["gemini"]).toMatchObject({ generationConfig: { responseMimeType: "application/json" } });
  expect(JSON.stringify(bodies["anthropic"])).toContain('"verdict"');
});

test("an effort is asked for in each provider's way", async () => {
  const request = requestFor("Is it so?", { reasoningEffort: "low" });
  const openai = await exchange("openai/gpt-5-mini", request);
  expect(openai.body).toMatchObject({ reasoning_effort: "low" });
  const google = await exchange(MODELS.gemini, request);
  expect(google.body).toMatchObject({ generationConfig: { thinkingConfig: expect.anything() } });
  const anthropic = await exchange(MODELS.anthropic, request);
  expect(anthropic.body).toMatchObject({ thinking: { type: "enabled" } });
});

test("an endpoint of one's own is asked with its key and headers, Ollama with neither", async () => {
  const { entry } = await exchange("acme/one", requestFor("Hello"));
  expect(entry).toMatchObject({ format: "openai-chat", model: "one", status: 200 });
  expect(entry?.headersPresent).toContain("authorization");
  const ollama = await exchange("ollama/llama3.2:3b", requestFor("Hello"), { keyless: true });
  expect(ollama.entry).toMatchObject({ format: "openai-chat", model: "llama3.2:3b", status: 200 });
  expect(ollama.entry?.headersPresent).not.toContain("authorization");
});

test("whoever else uses the AI SDK in this process keeps their own way with its warnings", async () => {
  const printed: unknown[] = [];
  const own = (warning: unknown) => void printed.push(warning);
  globalThis.AI_SDK_LOG_WARNINGS = own;
  onTestFinished(() => {
    globalThis.AI_SDK_LOG_WARNINGS = undefined;
  });
  const request = requestFor("I am so tired");
  const seeded = { ...request, sampling: { ...request.sampling, seed: 7 } };
  const [first] = await Promise.all([exchange(MODELS.anthropic, seeded), exchange(MODELS.anthropic, seeded)]);
  expect(first.reply.delivery?.warnings?.join()).toContain("seed");
  expect(printed).toEqual([]);
  expect(globalThis.AI_SDK_LOG_WARNINGS).toBe(own);
});
