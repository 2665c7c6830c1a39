import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, streamText } from "ai";
import OpenAI from "openai";
import { afterAll, expect, test } from "vitest";
import { KEY } from "./ask-server.fixture.ts";
import { startModelServer } from "./model-server.ts";

const server = await startModelServer({ reply: "As you wish.", reasoning: "hidden", cachedInputTokens: 1 });
afterAll(() => server.close());

const openai = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 });
const anthropic = new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });

test("the official OpenAI client reads completions, streams and responses", async () => {
  const asked = {
    model: "m-1",
    messages: [{ role: "user" as const, content: "hello" }],
    temperature: 0.2,
    max_tokens: 50,
    seed: 3,
  };
  const whole = await openai.chat.completions.create(asked);
  expect(whole.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "As you wish." } });
  expect(whole.usage).toMatchObject({ prompt_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } });
  let streamed = "";
  for await (const chunk of await openai.chat.completions.create({ ...asked, stream: true })) {
    streamed += chunk.choices[0]?.delta.content ?? "";
  }
  expect(streamed).toBe("As you wish.");
  const response = await openai.responses.create({ model: "m-1", instructions: "Be kind.", input: "hello" });
  expect(response.output_text).toBe("As you wish.");
});

test("the official Anthropic client reads messages and streams", async () => {
  const asked = { model: "m-1", max_tokens: 50, messages: [{ role: "user" as const, content: "hello" }] };
  const whole = await anthropic.messages.create(asked);
  expect(whole.content.at(-1)).toEqual({ type: "text", text: "As you wish." });
  const streamed = await anthropic.messages.stream(asked).finalMessage();
  expect(streamed).toMatchObject({ content: whole.content, usage: { cache_read_input_tokens: 1 } });
});

test("errors reach the official clients as their own classes", async () => {
  await using failing = await startModelServer({ faults: () => "expired-key" });
  const asked = { model: "m-1", max_tokens: 50, messages: [{ role: "user" as const, content: "hello" }] };
  const otherOpenai = new OpenAI({ apiKey: KEY, baseURL: `${failing.url}/v1`, maxRetries: 0 });
  await expect(otherOpenai.chat.completions.create(asked)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  const otherAnthropic = new Anthropic({ apiKey: KEY, baseURL: failing.url, maxRetries: 0 });
  await expect(otherAnthropic.messages.create(asked)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
});

const given = { apiKey: KEY, baseURL: `${server.url}/v1` };
const MODELS = {
  "openai chat": () => createOpenAI(given).chat("m-1"),
  "openai responses": () => createOpenAI(given).responses("m-1"),
  "openai-compatible": () => createOpenAICompatible({ name: "local", ...given })("m-1"),
  openrouter: () =>
    createOpenAICompatible({ name: "local", apiKey: KEY, baseURL: `${server.url}/api/v1` })("m-1"),
  anthropic: () => createAnthropic(given)("m-1"),
  google: () => createGoogleGenerativeAI({ apiKey: KEY, baseURL: `${server.url}/v1beta` })("m-1"),
};

test.each(Object.entries(MODELS))("the AI SDK reads %s, and keeps reasoning apart", async (name, model) => {
  const asked = { model: model(), prompt: "hello", maxOutputTokens: 100, maxRetries: 0 };
  const reply = await generateText(asked);
  expect(reply).toMatchObject({ text: "As you wish.", finishReason: "stop" });
  expect(reply.usage).toMatchObject({ inputTokens: 2, outputTokens: 5 });
  if (name !== "openai responses") {
    expect(await streamText(asked).text).toBe("As you wish.");
  }
});
