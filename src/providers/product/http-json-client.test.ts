import { expect, test } from "vitest";
import { hasCode } from "../../kernel/errors.ts";
import type { HttpHarnessConfig } from "../../schema/corpus/bench-config.ts";

import { assertHttpHarness } from "./http-json-client.ts";
import { httpHarness } from "./product.fixture.ts";

const REQUEST = { id: "{conversation_id}", text: "{message}" };

function problemsOf(parts: Partial<HttpHarnessConfig>): readonly string[] {
  try {
    assertHttpHarness(httpHarness("https://example.org", { request: REQUEST, ...parts }));
    return [];
  } catch (error) {
    if (!hasCode(error, "IB_BAD_HTTP_HARNESS")) throw error;
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

test.each<Partial<HttpHarnessConfig>>([
  { request: REQUEST },
  { request: { messages: "{messages}" } },
  { request: { text: "{message}", before: "{history}" } },
  { request: { text: "{message}" }, url: "https://example.org/threads/{conversation_id}/messages" },
  { request: { text: "{message}" }, headers: { "x-thread": "{conversation_id}", "x-key": "{env.ACME_KEY}" } },
  { request: ["{message}", { deep: ["{conversation_id}"] }, 3, null, true] },
])("%j can be used", (parts) => {
  expect(problemsOf(parts)).toEqual([]);
});

test("an unknown placeholder is named, with its place and those there are", () => {
  expect(problemsOf({ request: { ...REQUEST, meta: { tags: ["a", "{mesage}"] } } })).toEqual([
    "request.meta.tags.1: {mesage} is not a placeholder; there are {message}, {conversation_id}, {scenario_id}, {turn}, {messages}, {history}",
  ]);
});

test("all problems are listed at once", () => {
  expect(
    problemsOf({
      url: "ftp://example.org/{message}",
      headers: { "x key": "a", "x-key": "{ACME_KEY}" },
      request: { ...REQUEST, a: "{{turn}}", b: "so far: {messages}", c: "{env.ACME_KEY}" },
    }),
  ).toEqual([
    "url: it must begin with https:// or http://",
    'headers: "x key" is not a header\'s name',
    "url: {message} is not a placeholder; there are {conversation_id}, {scenario_id}, {turn}",
    "headers.x-key: {ACME_KEY} is not a placeholder; there are {conversation_id}, {scenario_id}, {turn}, {env.NAME}",
    "request.a: {{turn}} is written {turn}",
    "request.b: {messages} becomes a list, so it must be the whole string",
    "request.c: environment variables, such as {env.ACME_KEY}, are only filled into headers",
  ]);
});

test("a host that changes with the turn is refused", () => {
  expect(problemsOf({ url: "https://{scenario_id}.example.org/chat" })).toEqual([
    "url: its host is the same for every turn",
  ]);
});

test("a product that would be told nothing is refused", () => {
  expect(problemsOf({ request: { id: "{conversation_id}" } })).toEqual([
    "request: neither {message} nor {messages} is in it, so the product would be told nothing",
  ]);
});

test("a product that would hear each message without the conversation before it is refused", () => {
  expect(problemsOf({ request: { text: "{message}", scenario: "{scenario_id}" } })).toEqual([
    "request: with none of {messages}, {history} and {conversation_id}, each message would come without the conversation before it",
  ]);
});

test.each([
  "https://me:planted-password@example.org/chat",
  "https://example.org/chat?api_key=planted-password",
])("a password in the address %s is refused and not shown", (url) => {
  const problems = problemsOf({ url });
  expect(problems).toEqual(["url: keys and passwords belong in headers, as {env.NAME}"]);
});
