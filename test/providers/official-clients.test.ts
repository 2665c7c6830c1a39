import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { expect, test } from "vitest";
import type { ChatMessage } from "../../src/providers/model-client.ts";
import type { LogEntry } from "../servers/log-entry.ts";
import { startModelServer } from "../servers/model-server.ts";
import { KEYS, never, requestFor, servedModel } from "./served-model.fixture.ts";

const { messages, sampling } = requestFor("I am so tired. Is this burnout?\n\n“Maybe” — yes 🫂");

/** The parts of a request that a provider can distinguish. */
function essence(entry: LogEntry | undefined) {
  const {
    format,
    path,
    model,
    messages: said,
    temperature,
    maxTokens,
    seed,
    stream,
  } = entry ?? ({} as LogEntry);
  return { format, path, model, messages: said, temperature, maxTokens, seed, stream };
}

async function ours(modelId: string, url: string): Promise<void> {
  const model = await servedModel(modelId, url);
  await model.complete({ ...requestFor(""), messages }, never);
}

test.each(["gpt-4o-mini", "a-model-nobody-knows"])(
  "OpenAI's own client and ours send the same request to %s",
  async (model) => {
    await using server = await startModelServer();
    const client = new OpenAI({ apiKey: KEYS.OPENAI_API_KEY, baseURL: `${server.url}/v1` });
    await client.chat.completions.create({ model, messages: [...messages], ...sampling });
    await ours(`openai/${model}`, server.url);
    const [theirs, own] = server.log.map(essence);
    expect(own).toEqual(theirs);
    expect(own).toMatchObject({ path: "/v1/chat/completions", temperature: 0.5, maxTokens: 500, seed: 7 });
  },
);

test("models that reason get the cap under its newer name, from either client", async () => {
  const bodies: unknown[] = [];
  await using server = await startModelServer({
    reply: ({ body }) => {
      bodies.push(body);
      return "Yes.";
    },
  });
  const client = new OpenAI({ apiKey: KEYS.OPENAI_API_KEY, baseURL: `${server.url}/v1` });
  const { max_tokens, seed } = sampling;
  await client.chat.completions.create({
    model: "gpt-5-mini",
    messages: [...messages],
    max_completion_tokens: max_tokens,
    seed,
  });
  await ours("openai/gpt-5-mini", server.url);
  expect(bodies[1]).toEqual(bodies[0]);
});

test("Anthropic's own client and ours send the same request", async () => {
  await using server = await startModelServer();
  const client = new Anthropic({ apiKey: KEYS.ANTHROPIC_API_KEY, baseURL: server.url });
  const isTurn = (message: ChatMessage): message is ChatMessage & { role: "user" | "assistant" } =>
    message.role !== "system";
  const { temperature, max_tokens } = sampling;
  // The client's types know no temperature; it sends what it is given.
  const asked = { model: "claude-haiku-4-5", temperature, max_tokens, messages: messages.filter(isTurn) };
  await client.messages.create({ ...asked, system: "Be kind." });
  await ours("anthropic/claude-haiku-4-5", server.url);
  const [theirs, own] = server.log.map(essence);
  expect(own).toEqual(theirs);
  // Anthropic takes no seed: the reply carries a warning instead.
  expect(own).toMatchObject({ path: "/v1/messages", temperature: 0.5, maxTokens: 500, seed: null });
});

test("both present their key where the provider looks for it", async () => {
  await using server = await startModelServer({ apiKeys: [KEYS.OPENAI_API_KEY, KEYS.ANTHROPIC_API_KEY] });
  await ours("openai/gpt-4o-mini", server.url);
  await ours("anthropic/claude-haiku-4-5", server.url);
  expect(server.log.map((entry) => entry.status)).toEqual([200, 200]);
});
