import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askServer, KEY } from "./ask-server.fixture.ts";
import { startModelServer } from "./model-server.ts";
import { startModelServerProcess } from "./start-model-server-process.ts";

const PROVIDERS = ["openai-chat", "openrouter", "openai-responses", "anthropic", "gemini"] as const;
const STREAMED = ["openai-chat", "openrouter", "anthropic", "gemini"] as const;
const ALL = [...PROVIDERS, "json-chat", "givecare"] as const;

test.each(PROVIDERS)("%s: a request is logged in the same normal form", async (format) => {
  await using server = await startModelServer();
  expect(await askServer(server.url, format)).toMatchObject({ status: 200 });

  expect(server.log).toHaveLength(1);
  const seeded = format !== "openai-responses" && format !== "anthropic";
  expect(server.log[0]).toMatchObject({
    seq: 1,
    format,
    model: "m-1",
    messages: [
      { role: "system", text: "Be kind." },
      { role: "user", text: "I am so tired" },
    ],
    temperature: 0.5,
    maxTokens: 500,
    seed: seeded ? 7 : null,
    attempt: 1,
    fault: null,
    status: 200,
    outcome: "answered",
  });
  expect(server.log[0]?.headersPresent).toContain("content-type");
  expect(JSON.stringify(server.log)).not.toContain(KEY);
  expect(server).toMatchObject({ inFlight: 0, maxInFlight: 1, answered: 1 });
});

test("the same conversation gets the same reply in every provider's format, and another gets another", async () => {
  await using server = await startModelServer();
  for (const format of PROVIDERS) await askServer(server.url, format);
  await askServer(server.url, "anthropic", { text: "I slept well" });
  const texts = server.log.map((entry) => entry.replyText);
  expect(new Set(texts.slice(0, PROVIDERS.length)).size).toBe(1);
  expect(texts.at(-1)).not.toBe(texts[0]);
});

test.each(ALL)("%s: a reply of the test's own arrives where the format puts it", async (format) => {
  await using server = await startModelServer({ reply: ({ messages }) => `heard: ${messages.at(-1)?.text}` });
  const body = await (await askServer(server.url, format)).json();
  const said = "heard: I am so tired";
  const places = {
    "openai-chat": { choices: [{ message: { role: "assistant", content: said }, finish_reason: "stop" }] },
    openrouter: { choices: [{ message: { role: "assistant", content: said }, finish_reason: "stop" }] },
    "openai-responses": { output: [{ type: "message", content: [{ type: "output_text", text: said }] }] },
    anthropic: { content: [{ type: "text", text: said }], stop_reason: "end_turn" },
    gemini: { candidates: [{ content: { role: "model", parts: [{ text: said }] }, finishReason: "STOP" }] },
    "json-chat": { data: { answer: said } },
    givecare: { result: { replyText: said } },
  };
  expect(body).toMatchObject(places[format]);
});

test("each format counts cached and reasoning tokens its own way", async () => {
  await using server = await startModelServer({
    reply: "twelve chars",
    reasoning: "hidden thought",
    reasoningTokens: 10,
    cachedInputTokens: 2,
    pricePerCallUsd: { inputUsdPerMillion: 1, cachedInputUsdPerMillion: 0.5, outputUsdPerMillion: 10 },
  });
  const bodies = await Promise.all(
    PROVIDERS.map(async (format) => (await askServer(server.url, format)).json()),
  );
  const openai = {
    prompt_tokens: 6,
    completion_tokens: 13,
    total_tokens: 19,
    prompt_tokens_details: { cached_tokens: 2 },
    completion_tokens_details: { reasoning_tokens: 10 },
  };
  const costUsd = (4 * 1 + 2 * 0.5 + 13 * 10) / 1_000_000;
  expect(bodies).toMatchObject([
    {
      usage: openai,
      choices: [{ message: { content: "twelve chars", reasoning_content: "hidden thought" } }],
    },
    { usage: { ...openai, cost: costUsd }, choices: [{ message: { reasoning: "hidden thought" } }] },
    { usage: { input_tokens: 6, output_tokens: 13, output_tokens_details: { reasoning_tokens: 10 } } },
    {
      usage: { input_tokens: 4, cache_read_input_tokens: 2, output_tokens: 13 },
      content: [{ type: "thinking", thinking: "hidden thought" }, { type: "text" }],
    },
    {
      usageMetadata: {
        promptTokenCount: 6,
        cachedContentTokenCount: 2,
        candidatesTokenCount: 3,
        thoughtsTokenCount: 10,
      },
    },
  ]);
  expect(server.costUsd).toBeCloseTo(PROVIDERS.length * costUsd, 12);
});

test.each(STREAMED)("%s: a stream carries the same text as a whole reply", async (format) => {
  await using server = await startModelServer({ reasoning: "hidden thought" });
  await askServer(server.url, format);
  const streamed = await askServer(server.url, format, { stream: true });
  expect(streamed.headers.get("content-type")).toContain("text/event-stream");
  const events = (await streamed.text())
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)));
  const text = events
    .map((event) => {
      const part = event.candidates?.[0]?.content?.parts?.[0];
      const gemini = part?.thought === true ? undefined : part?.text;
      return event.choices?.[0]?.delta?.content ?? event.delta?.text ?? gemini ?? "";
    })
    .join("");
  expect(text).toBe(server.log[0]?.replyText);
  expect(server.log[1]?.requestHash).toBe(server.log[0]?.requestHash);
});

test("a reply longer than the token cap is cut, and says so", async () => {
  await using server = await startModelServer({ reply: "a".repeat(100) });
  const body = await (await askServer(server.url, "openai-chat", { maxTokens: 5 })).json();
  expect(body).toMatchObject({
    choices: [{ message: { content: "a".repeat(20) }, finish_reason: "length" }],
    usage: { completion_tokens: 5 },
  });
});

test("keys, versions, models and bodies that a provider refuses are refused", async () => {
  await using server = await startModelServer({ apiKeys: [KEY], models: ["m-1"] });
  const ask = async (
    ...asking: Parameters<typeof askServer> extends [string, ...infer Rest] ? Rest : never
  ) => {
    const response = await askServer(server.url, ...asking);
    return { status: response.status, body: await response.json() };
  };
  expect(await ask("openai-chat", { key: "other" })).toMatchObject({
    status: 401,
    body: { error: { code: "invalid_api_key" } },
  });
  expect(await ask("anthropic", { key: "other" })).toMatchObject({
    status: 401,
    body: { type: "error", error: { type: "authentication_error" } },
  });
  expect(await ask("gemini", { key: "other" })).toMatchObject({
    status: 400,
    body: { error: { status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] } },
  });
  expect(await ask("openai-chat", { model: "m-2" })).toMatchObject({
    status: 404,
    body: { error: { code: "model_not_found" } },
  });
  expect(await ask("anthropic", { maxTokens: 0 })).toMatchObject({ status: 400 });
  const headers = { "x-api-key": KEY };
  const unversioned = await fetch(`${server.url}/v1/messages`, { method: "POST", headers, body: "{}" });
  expect(await unversioned.json()).toMatchObject({
    error: { message: "anthropic-version: header is required" },
  });
  expect((await fetch(`${server.url}/v1/nothing`)).status).toBe(404);
  expect(server).toMatchObject({ answered: 0, costUsd: 0 });
});

test("the product's endpoint remembers a conversation by its id", async () => {
  await using server = await startModelServer({ reply: ({ messages }) => `${messages.length} so far` });
  const say = async (conversation_id: string) => {
    const body = JSON.stringify({ conversation_id, message: "hello" });
    return (await fetch(`${server.url}/chat`, { method: "POST", body })).json();
  };
  expect(await say("a")).toEqual({ data: { answer: "1 so far", conversation_id: "a" } });
  expect(await say("a")).toMatchObject({ data: { answer: "3 so far" } });
  expect(await say("b")).toMatchObject({ data: { answer: "1 so far" } });
});

test("GiveCare's health check needs the key and is no model call", async () => {
  await using server = await startModelServer({ apiKeys: [KEY] });
  const check = (key: string) =>
    fetch(`${server.url}/api/admin`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ action: "harnessHealth" }),
    });
  expect(await (await check(KEY)).json()).toEqual({ result: { ok: true } });
  expect((await check("other")).status).toBe(401);
  expect(server.answered).toBe(0);
});

test("a client that leaves before its answer is logged as gone, and billed", async () => {
  const leaving = new AbortController();
  await using server = await startModelServer({ latencyMs: 60_000, pricePerCallUsd: 0.25 });
  const asked = askServer(server.url, "openai-chat", { signal: leaving.signal });
  await expect.poll(() => server.inFlight).toBe(1);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await expect.poll(() => server.log[0]?.outcome).toBe("abandoned");
  expect(server).toMatchObject({ inFlight: 0, answered: 0, costUsd: 0.25 });
});

test("above the concurrency limit a request is turned away with 429", async () => {
  const gate = Promise.withResolvers<string>();
  await using server = await startModelServer({ concurrencyLimit: 2, reply: () => gate.promise });
  const held = [1, 2].map((number) => askServer(server.url, "anthropic", { text: `held ${number}` }));
  await expect.poll(() => server.inFlight).toBe(2);
  const third = await askServer(server.url, "anthropic");
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "1"]);
  gate.resolve("done");
  expect((await Promise.all(held)).map((response) => response.status)).toEqual([200, 200]);
  expect(server.maxInFlight).toBe(3);
});

test("as its own process the server answers, counts and appends to its log file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "model-server-"));
  const logFile = join(folder, "log.jsonl");
  try {
    await using server = await startModelServerProcess({ logFile, reply: "from afar" });
    const body = await (await askServer(server.url, "openai-chat")).json();
    expect(body).toMatchObject({ choices: [{ message: { content: "from afar" } }] });
    await expect.poll(() => server.readCounts()).toMatchObject({ inFlight: 0, answered: 1 });
    const log = await server.readLog();
    const lines = (await readFile(logFile, "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(log);
    expect(log).toMatchObject([{ replyText: "from afar", outcome: "answered" }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
