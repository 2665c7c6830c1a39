import { expect, test } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { worstCaseUsd } from "../../src/providers/chain/call-cost.ts";
import { CostLedger } from "../../src/providers/cost-ledger.ts";
import { ProviderRefusedError } from "../../src/providers/errors.ts";
import { type FaultKind, STALLING_FAULTS, TERMINAL_FAULTS, TRANSIENT_FAULTS } from "../servers/fault-kind.ts";
import { startModelServer } from "../servers/model-server.ts";
import { KEYS, MODELS, never, PRICE, requestFor, servedModel } from "./served-model.fixture.ts";

const FORMATS = Object.values(MODELS);
const everywhere = <Kind extends FaultKind>(faults: readonly Kind[]) =>
  FORMATS.flatMap((modelId) => faults.map((fault) => [modelId, fault] as const));

/** Faults that lose a reply which may have been billed. */
const LOST: readonly FaultKind[] = [
  "status-408",
  "status-502",
  "html-502",
  "error-in-200",
  "reset-before-headers",
  "reset-mid-body",
  "truncated-json",
  "invalid-json",
];

test.each(everywhere(TRANSIENT_FAULTS))(
  "%s after %s is asked again, and loses nothing",
  async (modelId, fault) => {
    await using server = await startModelServer({
      faults: [{ attempts: [fault, fault] }],
      reply: "Take one thing at a time.",
    });
    const ledger = new CostLedger({ ceilingUsd: 1 });
    const model = await servedModel(modelId, server.url, { ledger });
    const request = requestFor("I am so tired");
    const reply = await model.complete(request, never);
    expect(reply).toMatchObject({
      content: "Take one thing at a time.",
      finish_reason: "stop",
    });
    expect(server.log).toHaveLength(3);
    const lost = LOST.includes(fault) ? 2 * worstCaseUsd(modelId, request, PRICE) : 0;
    expect(ledger.spentUsd).toBeCloseTo(lost + (reply.delivery?.cost_usd ?? Number.NaN), 7);
  },
);

test.each(everywhere(STALLING_FAULTS))(
  "%s after a %s is given up and asked again",
  async (modelId, fault) => {
    await using server = await startModelServer({ faults: [{ attempts: [fault] }] });
    const model = await servedModel(modelId, server.url, { timeoutMs: 100_000 });
    await model.complete(requestFor("I am so tired"), never);
    expect(server.log.map((entry) => entry.outcome)).toEqual(["abandoned", "answered"]);
  },
);

test.each(everywhere(TERMINAL_FAULTS))(
  "%s stops at once after %s, and says what to look at",
  async (modelId, fault) => {
    await using server = await startModelServer({ faults: [{ attempts: [fault], after: fault }] });
    const model = await servedModel(modelId, server.url);
    const error = await model.complete(requestFor("I am so tired"), never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderRefusedError);
    expect(server.log).toHaveLength(1);
    const { message, hint } = error as ProviderRefusedError;
    expect(message).toMatch(new RegExp(`^${modelId} cannot be asked: HTTP 4\\d\\d \\S`));
    const lookAt = {
      "quota-spent": "spent",
      "wrong-model": modelId.slice(modelId.indexOf("/") + 1),
      "expired-key": "_API_KEY",
      forbidden: "_API_KEY",
      "key-echo-401": "_API_KEY",
    }[fault];
    expect(hint).toContain(lookAt);
  },
);

test.each(everywhere(["key-echo-500", "key-echo-401"]))(
  "%s: a key echoed by %s is nowhere to be seen",
  async (modelId, fault) => {
    await using server = await startModelServer({ faults: [{ attempts: [fault], after: fault }] });
    const model = await servedModel(modelId, server.url);
    const error = await model.complete(requestFor("I am so tired"), never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const { message, stack, cause } = error as Error;
    const shown = JSON.stringify([message, stack, cause, { ...(error as Error) }]);
    expect(shown).toContain("[redacted]");
    for (const key of Object.values(KEYS)) expect(shown).not.toContain(key);
  },
);

test("a page of HTML is summed up, and a long body is cut", async () => {
  await using server = await startModelServer({ faults: [{ attempts: [], after: "html-502" }] });
  const model = await servedModel("openai/gpt-4o-mini", server.url);
  await expect(model.complete(requestFor("I am so tired"), never)).rejects.toMatchObject({
    name: "ModelCallError",
    message: expect.stringMatching(/^HTTP 502 an HTML page \(".+"\)$/),
    kind: "server_error",
    retries: 4,
  });
});

test.each([
  ["rate-limit", "rate_limited"],
  ["status-503", "server_error"],
  ["reset-mid-body", "network"],
  ["invalid-json", "bad_response"],
  ["hang", "timeout"],
] as const)("%s to the end is recorded as %s", async (fault, kind) => {
  await using server = await startModelServer({ faults: [{ attempts: [], after: fault }] });
  const model = await servedModel(
    "openai/gpt-4o-mini",
    server.url,
    fault === "hang" ? { timeoutMs: 10_000 } : {},
  );
  await expect(model.complete(requestFor("I am so tired"), never)).rejects.toMatchObject({
    name: "ModelCallError",
    kind,
    retries: 4,
  });
  expect(server.log).toHaveLength(5);
});

test("a minute's quota of Google is waited for, a day's is not", async () => {
  await using server = await startModelServer({
    faults: [
      { textIncludes: "minute", attempts: ["rate-limit"] },
      { textIncludes: "day", attempts: ["quota-spent"] },
    ],
  });
  const model = await servedModel(MODELS.gemini, server.url);
  await model.complete(requestFor("a minute"), never);
  expect(server.log.map((entry) => entry.fault)).toEqual(["rate-limit", null]);
  await expect(model.complete(requestFor("a day"), never)).rejects.toMatchObject({
    code: "IB_PROVIDER_REFUSED",
  });
});

test("a server that is not there is named after the last attempt", async () => {
  const server = await startModelServer();
  await server.close();
  const model = await servedModel("ollama/llama3.2", server.url);
  await expect(model.complete(requestFor("Hi"), never)).rejects.toMatchObject({
    code: "IB_PROVIDER_UNREACHABLE",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test("an abort ends a call with its own reason and closes the connection", async () => {
  await using server = await startModelServer({ faults: [{ attempts: ["hang"] }] });
  const controller = new AbortController();
  const reason = new Error("Ctrl-C");
  const model = await servedModel("openai/gpt-4o-mini", server.url, { clock: systemClock });
  const asked = expect(model.complete(requestFor("Hi"), controller.signal)).rejects.toBe(reason);
  await expect.poll(() => server.inFlight).toBe(1);
  controller.abort(reason);
  await asked;
  await expect.poll(() => server.log[0]?.outcome).toBe("abandoned");
});

test("while the provider bears only a few calls at a time, many calls all come through", async () => {
  await using server = await startModelServer({ concurrencyLimit: 6, latencyMs: 5, retryAfterSeconds: 1 });
  const model = await servedModel("openai/gpt-4o-mini", server.url);
  const replies = await Promise.all(
    Array.from({ length: 120 }, (_, call) => model.complete(requestFor(`Call ${call}`), never)),
  );
  expect(new Set(replies.map((reply) => reply.content)).size).toBe(120);
  expect(server.answered).toBe(120);
});
