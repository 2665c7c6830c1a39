import { APICallError, JSONParseError } from "ai";
import { expect, test } from "vitest";
import { AttemptError, ProviderRefusedError } from "../errors.ts";
import { ALL_OWN } from "../key-hosts.fixture.ts";
import { providerSettings } from "../provider-settings.ts";
import { toAttemptError } from "./to-attempt-error.ts";

const settings = providerSettings("openrouter/acme/model", {
  environment: { OPENROUTER_API_KEY: "sk-or-planted-0123456789" },
  endpoints: {},
  provenance: ALL_OWN,
});
if (settings === undefined) throw new Error("OpenRouter is built in");

interface Answer {
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly cause?: unknown;
}

function failed(statusCode: number | undefined, { body = "", headers = {}, cause }: Answer = {}) {
  const error = new APICallError({
    message: "as the SDK puts it",
    url: "https://example.org",
    requestBodyValues: {},
    responseHeaders: headers,
    responseBody: body,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(cause === undefined ? {} : { cause }),
  });
  return toAttemptError(error, settings as NonNullable<typeof settings>, {
    nowMs: Date.parse("2026-01-01T00:00:00Z"),
    costOf: () => ({}),
  });
}

test.each([
  [400, "bad_request", false],
  [408, "timeout", true],
  [409, "server_error", true],
  [413, "bad_request", false],
  [422, "bad_request", false],
  [425, "server_error", true],
  [429, "rate_limited", true],
  [500, "server_error", true],
  [503, "server_error", true],
  [529, "server_error", true],
] as const)("HTTP %i is a %s, and whether it is tried again: %s", (status, kind, isRetryable) => {
  const body = JSON.stringify({ error: { message: "no" } });
  expect(failed(status, { body })).toMatchObject({
    name: "AttemptError",
    message: `HTTP ${status} no`,
    failure: { kind, isRetryable },
  });
});

test.each([
  [401, "{}"],
  [402, "{}"],
  [403, "{}"],
  [404, "{}"],
  [429, '{"error":{"code":"insufficient_quota","message":"no"}}'],
  [400, '{"error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}'],
  [400, '{"error":{"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}'],
])("HTTP %i with %s ends everything", (status, body) => {
  expect(failed(status, { body })).toBeInstanceOf(ProviderRefusedError);
});

test("words that a provider will not pass on are about one conversation, not about the key", () => {
  const body = '{"error":{"message":"flagged","metadata":{"flagged_input":"…"}}}';
  expect(failed(403, { body })).toMatchObject({ failure: { kind: "bad_request", isRetryable: false } });
});

test.each([
  [{ headers: { "retry-after": "7" } }, 7000],
  [{ headers: { "retry-after": "0.5" } }, 500],
  [{ headers: { "retry-after-ms": "250", "retry-after": "1" } }, 250],
  [{ headers: { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" } }, 9000],
  [{ headers: { "retry-after": "Thu, 01 Jan 2026 00:00:00 GMT" } }, 0],
  [{ headers: { "retry-after": "soon" } }, undefined],
  [{ body: '{"error":{"details":[{"retryDelay":"31s"}]}}' }, 31_000],
])("%j asks for a wait of %s ms", (answer, retryAfterMs) => {
  expect(failed(429, answer)).toMatchObject({ failure: { retryAfterMs } });
});

test("what was sent and may have been answered may be billed, what never left was not", () => {
  const torn = new TypeError("terminated", {
    cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
  });
  expect(failed(200, { cause: torn })).toMatchObject({
    failure: { kind: "network", isRetryable: true, mayBeBilled: true, isUnreachable: false },
  });
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(failed(undefined, { cause: refused })).toMatchObject({
    failure: { kind: "network", isRetryable: true, mayBeBilled: false, isUnreachable: true },
  });
  const notJson = new JSONParseError({ text: "{", cause: new SyntaxError("end of input") });
  expect(failed(200, { body: "{", cause: notJson })).toMatchObject({
    failure: { kind: "bad_response", isRetryable: true, mayBeBilled: true },
  });
});

test("a certificate that is not trusted ends everything, and so says the hint", () => {
  const cause = Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  expect(failed(undefined, { cause })).toMatchObject({
    code: "IB_PROVIDER_UNREACHABLE",
    hint: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
  });
});

test("a body is one short line, without keys, and the exchange is left behind", () => {
  const body = `{"error":{"message":"key sk-or-planted-0123456789 is\\n\\n wrong ${"x".repeat(900)}"}}`;
  const error = failed(500, { body });
  expect(error).toBeInstanceOf(AttemptError);
  const { message, cause } = error as AttemptError;
  expect(message).toMatch(/^HTTP 500 key \[redacted\] is wrong x+…$/);
  expect(message.length).toBeLessThan(520);
  expect(cause).toBeUndefined();
});

test("a bug stays what it is", () => {
  const bug = new RangeError("too deep");
  expect(toAttemptError(bug, settings, { nowMs: 0, costOf: () => ({}) })).toBe(bug);
});

test("a port that fetch never asks is told as such, and not tried again", async () => {
  const cause: unknown = await fetch("http://127.0.0.1:9/v1").catch((error: unknown) => error);
  expect(failed(undefined, { cause })).toMatchObject({
    code: "IB_PROVIDER_UNREACHABLE",
    message: expect.stringContaining("its port is one that fetch refuses to ask"),
  });
});
