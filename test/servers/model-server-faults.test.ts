import { expect, test } from "vitest";
import { askServer, KEY } from "./ask-server.fixture.ts";
import { FAULT_KINDS, type FaultKind } from "./fault-kind.ts";
import { startModelServer } from "./model-server.ts";
import type { ModelServerOptions } from "./model-server-options.ts";
import type { WireFormat } from "./wire-request.ts";

/** One request that meets one fault: what came back, and what the server noted. */
async function meet(fault: FaultKind, format: WireFormat = "openai-chat", more: ModelServerOptions = {}) {
  await using server = await startModelServer({ faults: () => fault, pricePerCallUsd: 1, ...more });
  const response = await askServer(server.url, format);
  const text = await response.text();
  const entry = server.log[0];
  return { status: response.status, headers: response.headers, text, entry, costUsd: server.costUsd };
}

test.each([
  ["rate-limit-seconds", 429],
  ["rate-limit-date", 429],
  ["rate-limit", 429],
  ["quota-spent", 429],
  ["status-408", 408],
  ["status-409", 409],
  ["status-425", 425],
  ["status-500", 500],
  ["status-502", 502],
  ["status-503", 503],
  ["overloaded-529", 529],
  ["html-502", 502],
  ["wrong-model", 404],
  ["expired-key", 401],
  ["forbidden", 403],
  ["key-echo-401", 401],
  ["key-echo-500", 500],
] as const)("%s is answered with status %i, logged and not billed", async (fault, status) => {
  const met = await meet(fault);
  expect(met).toMatchObject({
    status,
    costUsd: 0,
    entry: { fault, status, outcome: "answered", usage: null },
  });
});

test("Retry-After comes in seconds, as a date, or not at all", async () => {
  const header = async (fault: FaultKind) =>
    (await meet(fault, "anthropic", { retryAfterSeconds: 3 })).headers.get("retry-after");
  expect(await header("rate-limit-seconds")).toBe("3");
  expect(Date.parse((await header("rate-limit-date")) ?? "")).toBeGreaterThan(Date.now());
  expect(await header("rate-limit")).toBeNull();
});

test("a spent quota looks as it does at each provider", async () => {
  const spent = async (format: WireFormat) => {
    const { status, text } = await meet("quota-spent", format);
    return { status, body: JSON.parse(text) };
  };
  expect(await spent("openai-chat")).toMatchObject({
    status: 429,
    body: { error: { code: "insufficient_quota" } },
  });
  expect(await spent("openrouter")).toMatchObject({ status: 402, body: { error: { code: 402 } } });
  expect(await spent("anthropic")).toMatchObject({
    status: 400,
    body: { error: { type: "invalid_request_error", message: expect.stringContaining("credit balance") } },
  });
  expect(await spent("gemini")).toMatchObject({
    status: 429,
    body: { error: { status: "RESOURCE_EXHAUSTED" } },
  });
});

test("each format refuses, filters, cuts and falls silent its own way", async () => {
  const said = async (format: WireFormat, fault: FaultKind) => JSON.parse((await meet(fault, format)).text);
  const refused = expect.stringMatching(/can't/);
  expect(await said("openai-chat", "refusal")).toMatchObject({
    choices: [{ message: { content: null, refusal: refused } }],
  });
  expect(await said("openai-responses", "refusal")).toMatchObject({
    output: [{ content: [{ type: "refusal" }] }],
  });
  expect(await said("anthropic", "refusal")).toMatchObject({ stop_reason: "refusal" });
  expect(await said("gemini", "refusal")).toMatchObject({ candidates: [{ finishReason: "SAFETY" }] });

  expect(await said("openai-chat", "content-filter")).toMatchObject({
    choices: [{ finish_reason: "content_filter" }],
  });
  expect(await said("anthropic", "content-filter")).toMatchObject({
    type: "error",
    error: { type: "invalid_request_error" },
  });
  const blocked = await said("gemini", "content-filter");
  expect(blocked).toMatchObject({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } });
  expect(blocked).not.toHaveProperty("candidates");

  expect(await said("openai-responses", "length")).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
  });
  expect(await said("anthropic", "length")).toMatchObject({ stop_reason: "max_tokens" });
  expect(await said("gemini", "length")).toMatchObject({ candidates: [{ finishReason: "MAX_TOKENS" }] });

  expect(await said("anthropic", "empty-content")).toMatchObject({ content: [], stop_reason: "end_turn" });
  expect(await said("openai-chat", "empty-content")).toMatchObject({
    choices: [{ message: { content: "" } }],
  });
});

test("broken JSON comes with status 200, and is billed", async () => {
  for (const fault of ["truncated-json", "invalid-json"] as const) {
    for (const format of ["openai-chat", "openai-responses", "anthropic", "gemini"] as const) {
      const met = await meet(fault, format);
      expect(met).toMatchObject({ status: 200, costUsd: 1, entry: { fault, replyText: null } });
      expect(() => JSON.parse(met.text)).toThrow(SyntaxError);
    }
  }
});

test("an error can come with status 200", async () => {
  expect(JSON.parse((await meet("error-in-200", "openrouter")).text)).toMatchObject({ error: { code: 500 } });
});

test("an error page is HTML", async () => {
  const { headers, text } = await meet("html-502", "gemini");
  expect(headers.get("content-type")).toContain("text/html");
  expect(text).toMatch(/^<!DOCTYPE html>/);
});

test("an error body can echo the key, the log never holds it", async () => {
  for (const format of ["openai-chat", "anthropic", "gemini", "givecare"] as const) {
    const { text, entry } = await meet("key-echo-500", format);
    expect(text).toContain(KEY);
    expect(JSON.stringify(entry)).not.toContain(KEY);
  }
});

test("a connection is reset before the headers, or in the middle of the body", async () => {
  await using server = await startModelServer({
    faults: [{ attempts: ["reset-before-headers", "reset-mid-body"] }],
    pricePerCallUsd: 1,
  });
  await expect(askServer(server.url, "anthropic")).rejects.toThrow();
  const half = await askServer(server.url, "anthropic");
  expect(half.status).toBe(200);
  await expect(half.text()).rejects.toThrow();
  expect((await askServer(server.url, "anthropic")).status).toBe(200);
  expect(server.log).toMatchObject([
    { attempt: 1, status: null, outcome: "severed", costUsd: 0 },
    { attempt: 2, status: 200, outcome: "severed", costUsd: 1 },
    { attempt: 3, status: 200, outcome: "answered", costUsd: 1 },
  ]);
});

test("a slow body and a hang last until the client leaves", async () => {
  await using server = await startModelServer({ faults: [{ attempts: ["slow-body", "hang"] }] });
  const leaving = new AbortController();
  const slow = await askServer(server.url, "gemini", { signal: leaving.signal });
  const hanging = askServer(server.url, "gemini", { signal: leaving.signal });
  await expect.poll(() => server.inFlight).toBe(2);
  leaving.abort();
  await expect(slow.text()).rejects.toThrow();
  await expect(hanging).rejects.toThrow();
  await expect.poll(() => server.log.map(({ outcome }) => outcome)).toEqual(["abandoned", "abandoned"]);
});

test("a slow body is whole in the end", async () => {
  const { text } = await meet("slow-body", "openai-chat", { slowBodyMs: 40 });
  expect(JSON.parse(text)).toMatchObject({ choices: [{ finish_reason: "stop" }] });
});

test("the faults that a request meets do not depend on the order of requests", async () => {
  const texts = Array.from({ length: 40 }, (_, index) => `turn ${index}`);
  const kinds = ["status-500", "rate-limit", "truncated-json"] as const;
  const facedBy = async (order: readonly string[]) => {
    await using server = await startModelServer({ faults: { share: 0.5, kinds, maxPerRequest: 2 } });
    const ask = async (text: string) => {
      for (let attempt = 0; attempt < 4; attempt += 1) await askServer(server.url, "openai-chat", { text });
    };
    await Promise.all(order.map(ask));
    return Object.fromEntries(
      texts.map((text) => [
        text,
        server.log
          .filter(({ messages }) => messages.at(-1)?.text === text)
          .sort((a, b) => a.attempt - b.attempt)
          .map(({ fault }) => fault),
      ]),
    );
  };
  const faced = await facedBy(texts);
  expect(await facedBy(texts.toReversed())).toEqual(faced);
  const perText = Object.values(faced).map((faults) => faults.filter((fault) => fault !== null).length);
  expect(Math.max(...perText)).toBe(2);
  expect(new Set(Object.values(faced).flat())).toEqual(new Set([...kinds, null]));
});

test("a script is chosen by model and text, and can end in a lasting fault", async () => {
  await using server = await startModelServer({
    faults: [
      { model: "m-2", attempts: [], after: "expired-key" },
      { textIncludes: "tired", attempts: [null, "status-503"] },
    ],
  });
  const statuses = [];
  for (const model of ["m-1", "m-1", "m-1", "m-2", "m-2"]) {
    statuses.push((await askServer(server.url, "openai-chat", { model })).status);
  }
  expect(statuses).toEqual([200, 503, 200, 401, 401]);
});

test("a chosen fault is billed where the test says so", async () => {
  expect((await meet("status-500", "openai-chat", { billedFaults: FAULT_KINDS })).costUsd).toBe(1);
});

test("every fault can be met in every format, whole and streamed, and is the server's doing", async () => {
  const formats = [
    "openai-chat",
    "openrouter",
    "openai-responses",
    "anthropic",
    "gemini",
    "json-chat",
  ] as const;
  for (const fault of FAULT_KINDS.filter((kind) => kind !== "hang")) {
    await using server = await startModelServer({ faults: () => fault, slowBodyMs: 40 });
    const ask = async (format: WireFormat, stream: boolean) => {
      const streamed = stream && format !== "openai-responses";
      const response = await askServer(server.url, format, { stream: streamed });
      await response.text();
      return response.status;
    };
    const met = await Promise.allSettled(
      formats.flatMap((format) => [ask(format, false), ask(format, true)]),
    );
    const broken = fault === "reset-before-headers" || fault === "reset-mid-body";
    expect(met.map(({ status }) => status)).toEqual(met.map(() => (broken ? "rejected" : "fulfilled")));
    expect(met.map((each) => (each.status === "fulfilled" ? each.value : 0))).not.toContain(501);
    expect(server.log.map((entry) => entry.fault)).toEqual(met.map(() => fault));
  }
});
