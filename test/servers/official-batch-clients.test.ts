/** Tests the batch routes with the official clients, independent of our own assumptions. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import Anthropic from "@anthropic-ai/sdk";
import {
  experimental_getBatchResults as getBatchResults,
  experimental_getBatchStatus as getBatchStatus,
  experimental_listBatches as listBatches,
  experimental_startBatch as startBatch,
} from "ai";
import OpenAI, { toFile } from "openai";
import { expect, test } from "vitest";
import { KEY } from "./ask-server.fixture.ts";
import { startModelServer } from "./model-server.ts";

const UNITS = ["a", "b", "c"];
const REPLIES = {
  reply: "As you wish.",
  batches: {
    endsAfterLooks: 1,
    reversed: true,
    pageSize: 1,
    fates: [
      { textIncludes: "b", fate: "rate-limit" },
      { textIncludes: "c", fate: "expired" },
    ],
  },
} as const;

const asked = (content: string) => ({
  model: "m-1",
  max_tokens: 50,
  messages: [{ role: "user" as const, content }],
});

test("OpenAI's own client uploads, submits, polls, lists and reads the results", async () => {
  await using server = await startModelServer(REPLIES);
  const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 });
  const endpoint = "/v1/chat/completions" as const;
  const lines = UNITS.map((unit) =>
    JSON.stringify({ custom_id: unit, method: "POST", url: endpoint, body: asked(unit) }),
  );
  const upload = await toFile(Buffer.from(lines.join("\n")), "requests.jsonl");
  const file = await client.files.create({ file: upload, purpose: "batch" });
  const wish = { input_file_id: file.id, endpoint, completion_window: "24h" as const };
  const submitted = await client.batches.create({ ...wish, metadata: { invisiblebench: "scan-1" } });
  await client.batches.create({ ...wish, metadata: { invisiblebench: "scan-2" } });
  expect(submitted).toMatchObject({ status: "in_progress", metadata: { invisiblebench: "scan-1" } });

  const names: unknown[] = [];
  for await (const { metadata } of client.batches.list({ limit: 1 }))
    names.push(metadata?.["invisiblebench"]);
  expect(names).toEqual(["scan-2", "scan-1"]);
  const ended = await client.batches.retrieve(submitted.id);
  expect(ended).toMatchObject({ status: "expired", request_counts: { total: 3, completed: 1, failed: 2 } });
  const read = async (id: string | undefined) => (await client.files.content(id ?? "")).text();
  expect(JSON.parse(await read(ended.output_file_id))).toMatchObject({
    custom_id: "a",
    response: { status_code: 200, body: { choices: [{ message: { content: "As you wish." } }] } },
  });
  const errors = (await read(ended.error_file_id)).trim().split("\n");
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([
    { custom_id: "c", response: null, error: { code: "batch_expired" } },
    { custom_id: "b", response: { status_code: 429 } },
  ]);
});

test("Anthropic's own client submits, polls, lists and reads the results", async () => {
  await using server = await startModelServer(REPLIES);
  const client = new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const requests = UNITS.map((unit) => ({ custom_id: unit, params: asked(unit) }));
  const { id } = await client.messages.batches.create({ requests });
  const { id: second } = await client.messages.batches.create({ requests });
  const ids: string[] = [];
  for await (const batch of client.messages.batches.list({ limit: 1 })) ids.push(batch.id);
  expect(ids).toEqual([second, id]);
  expect(await client.messages.batches.retrieve(id)).toMatchObject({
    processing_status: "ended",
    request_counts: { processing: 0, succeeded: 1, errored: 1, canceled: 0, expired: 1 },
  });
  const results: unknown[] = [];
  for await (const result of await client.messages.batches.results(id)) results.push(result);
  expect(results).toMatchObject([
    { custom_id: "c", result: { type: "expired" } },
    { custom_id: "b", result: { type: "errored", error: { error: { type: "rate_limit_error" } } } },
    { custom_id: "a", result: { type: "succeeded", message: { content: [{ text: "As you wish." }] } } },
  ]);
});

test.each([
  ["Anthropic", (url: string) => createAnthropic({ apiKey: KEY, baseURL: `${url}/v1` })],
  ["Google", (url: string) => createGoogleGenerativeAI({ apiKey: KEY, baseURL: `${url}/v1beta` })],
] as const)("the AI SDK's own batches work with %s's", async (_, open) => {
  const { fates, ...behaviour } = REPLIES.batches;
  const batches = { ...behaviour, fates: fates.slice(0, 1) };
  await using server = await startModelServer({ ...REPLIES, batches });
  const provider = open(server.url);
  const requests = UNITS.map((id) => ({
    id,
    type: "text" as const,
    model: "m-1",
    maxOutputTokens: 50,
    prompt: id,
  }));
  const batch = await startBatch({ provider, requests });
  expect((await listBatches({ provider, limit: 1 })).batches).toHaveLength(1);
  expect(await getBatchStatus({ provider, batch })).toMatchObject({ status: "completed" });
  const texts: unknown[] = [];
  for await (const result of getBatchResults({ provider, batch })) {
    texts.push([result.id, result.type === "text" && "text" in result ? result.text : result.status]);
  }
  expect(texts).toEqual([
    ["c", "As you wish."],
    ["b", "failed"],
    ["a", "As you wish."],
  ]);
});
