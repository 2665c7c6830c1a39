import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { worstCaseUsd } from "../../src/providers/chain/call-cost.ts";
import { UNKNOWN_TOKENS } from "../../src/providers/define-model.ts";
import type { ModelReply } from "../../src/providers/model-client.ts";
import { OVER_THE_CAP } from "../../src/providers/reported-usage.ts";
import { Delivery, Usage } from "../../src/schema/run/journal.ts";
import { MODELS, never, PRICE, requestFor, servedModel } from "./served-model.fixture.ts";

const REPLY = "Take one thing at a time.";
const REQUEST = requestFor("I am so tired");
const MOST = worstCaseUsd("acme/one", REQUEST, PRICE);

/** The reply and calls for a server's usage report. The body is text, because some cases are invalid JSON. */
async function askedOf(modelId: string, body: string): Promise<{ reply: ModelReply; calls: number }> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.setHeader("content-type", "application/json").end(body);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const model = await servedModel(modelId, `http://127.0.0.1:${port}`);
  return { reply: await model.complete(REQUEST, never), calls };
}

/** @param usage as written in the body; `null` leaves it out */
function chat(usage: string | null): string {
  const message = `{"role":"assistant","content":${JSON.stringify(REPLY)}}`;
  const said = usage === null ? "" : `,"usage":${usage}`;
  return `{"id":"1","object":"chat.completion","created":1,"model":"one","choices":[{"index":0,"message":${message},"finish_reason":"stop"}]${said}}`;
}

function expectKept(reply: ModelReply): void {
  expect(reply.content).toBe(REPLY);
  expect(Usage.safeParse(reply.usage).success).toBe(true);
  expect(Delivery.safeParse(reply.delivery).success).toBe(true);
}

test.each([
  ["fractions", '{"prompt_tokens":12.5,"completion_tokens":3}'],
  ["a negative input", '{"prompt_tokens":-12,"completion_tokens":3}'],
  ["a negative output", '{"prompt_tokens":12,"completion_tokens":-3}'],
  ["more than a number can count", '{"prompt_tokens":12,"completion_tokens":9007199254740993}'],
  ["more than a number can hold", '{"prompt_tokens":1e999,"completion_tokens":3}'],
  ["texts", '{"prompt_tokens":"12","completion_tokens":"3"}'],
  ["truths", '{"prompt_tokens":true,"completion_tokens":3}'],
  ["nothing", null],
  ["null", "null"],
  ["a word", '"many"'],
  ["an empty object", "{}"],
  ["no input", '{"completion_tokens":3}'],
  ["no output", '{"prompt_tokens":12}'],
  ["zeros", '{"prompt_tokens":0,"completion_tokens":0}'],
  [
    "a negative cache",
    '{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":-5}}',
  ],
  [
    "more from a cache than was sent",
    '{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":13}}',
  ],
  ["details in words", '{"prompt_tokens":"x","completion_tokens":3,"prompt_tokens_details":"none"}'],
  [
    "a negative thought",
    '{"prompt_tokens":12,"completion_tokens":3,"completion_tokens_details":{"reasoning_tokens":-1}}',
  ],
])("a reply that reports %s is kept, at the most it could cost, and says so", async (_, usage) => {
  const { reply, calls } = await askedOf("acme/one", chat(usage));
  expectKept(reply);
  expect(calls).toBe(1);
  expect(reply.delivery).toMatchObject({ at_most_usd: MOST });
  expect(reply.delivery?.warnings).toEqual([UNKNOWN_TOKENS]);
});

const ANTHROPIC = (usage: string) =>
  `{"id":"1","type":"message","role":"assistant","model":"one","content":[{"type":"text","text":${JSON.stringify(REPLY)}}],"stop_reason":"end_turn","stop_sequence":null${usage}}`;
const GEMINI = (usage: string) =>
  `{"candidates":[{"content":{"role":"model","parts":[{"text":${JSON.stringify(REPLY)}}]},"finishReason":"STOP","index":0}]${usage}}`;

test.each([
  [MODELS.anthropic, ANTHROPIC("")],
  [MODELS.anthropic, ANTHROPIC(',"usage":{"input_tokens":"12","output_tokens":3}')],
  [
    MODELS.anthropic,
    ANTHROPIC(',"usage":{"input_tokens":12,"output_tokens":3,"cache_read_input_tokens":-5}'),
  ],
  [MODELS.gemini, GEMINI("")],
  [
    MODELS.gemini,
    GEMINI(',"usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":"3","thoughtsTokenCount":9}'),
  ],
  [MODELS.gemini, GEMINI(',"usageMetadata":{"promptTokenCount":12.5,"candidatesTokenCount":3}')],
  [MODELS["openai-chat"], chat('{"prompt_tokens":"12","completion_tokens":3}')],
  [MODELS.openrouter, chat('{"prompt_tokens":-1,"completion_tokens":3,"cost":0}')],
])("%s: odd tokens lose no reply, and make it no cheaper", async (modelId, body) => {
  const { reply, calls } = await askedOf(modelId, body);
  expectKept(reply);
  expect(calls).toBe(1);
  expect(reply.delivery?.at_most_usd).toBe(worstCaseUsd(modelId, REQUEST, PRICE));
  expect(reply.delivery?.warnings).toContain(UNKNOWN_TOKENS);
});

const TOKENS = '"prompt_tokens":1000,"completion_tokens":400';
const COMPUTED = (1000 * 1 + 400 * 2) / 1e6;

test.each([
  ["acme/one", "0", COMPUTED],
  ["acme/one", "5", COMPUTED],
  [MODELS["openai-chat"], "5", COMPUTED],
  [MODELS.openrouter, "0", COMPUTED],
  [MODELS.openrouter, "5", 5],
  [MODELS.openrouter, "-5", COMPUTED],
  [MODELS.openrouter, '"free"', COMPUTED],
  [MODELS.openrouter, "1e999", COMPUTED],
])("%s that says a call cost %s is taken to have cost %d", async (modelId, cost, expected) => {
  const { reply } = await askedOf(modelId, chat(`{${TOKENS},"cost":${cost}}`));
  expect(reply.delivery?.cost_usd).toBeCloseTo(expected, 12);
  expect(reply.delivery?.warnings).toBeUndefined();
});

test.each([
  ["more than the output", '"prompt_tokens":10,"completion_tokens":10', 90, 100],
  ["beside it, as the total shows", '"prompt_tokens":10,"completion_tokens":100,"total_tokens":150', 40, 140],
  ["within it, as the total shows", '"prompt_tokens":10,"completion_tokens":100,"total_tokens":110', 40, 100],
])("what was thought is counted once: %s", async (_, tokens, reasoning, output) => {
  const usage = `{${tokens},"completion_tokens_details":{"reasoning_tokens":${reasoning}}}`;
  const { reply } = await askedOf("acme/one", chat(usage));
  expect(reply.usage).toMatchObject({ output_tokens: output, reasoning_tokens: reasoning });
  expect(reply.delivery?.cost_usd).toBeCloseTo((10 + output * 2) / 1e6, 12);
});

test("a server that goes over the limit of tokens is reported, and what it gave is counted", async () => {
  const { reply } = await askedOf("acme/one", chat('{"prompt_tokens":10,"completion_tokens":7500000}'));
  expect(reply.delivery?.warnings).toEqual([OVER_THE_CAP]);
  expect(reply.delivery?.cost_usd).toBeCloseTo(15, 4);
});
