import { expect, test } from "vitest";
import { openInferenceCall, openInferenceFacts } from "./open-inference.ts";

const place = { file: "spans.jsonl", path: [] };

test("a dotted key is found however deep an export nested it", () => {
  const message = { message: { role: "user", content: "Hello" } };
  for (const attributes of [
    { "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "Hello" },
    { llm: { input_messages: [message] } },
    { "llm.input_messages": { 0: message } },
  ]) {
    const call = openInferenceCall({ "openinference.span.kind": "LLM", ...attributes }, place, true);
    expect(call?.asked.map((each) => each.message)).toEqual([{ role: "user", content: "Hello" }]);
  }
});

test("a key of 20,000 steps is a key, and the facts beside it are read", () => {
  const endless = `metadata${".a".repeat(20_000)}`;
  const [alone, below] = [{ [endless]: 1 }, { a: { [endless]: { [endless]: { [endless]: 1 } } } }];
  for (const attributes of [alone, below]) {
    const facts = openInferenceFacts({ ...attributes, "session.id": "s-1" });
    expect(facts.sessionId).toBe("s-1");
  }
});

test("keys and objects together nest no deeper than either may", () => {
  const key = Array.from({ length: 150 }, () => "a").join(".");
  let value: object = { end: 1 };
  for (let level = 0; level < 150; level += 1) value = { [key]: value };
  expect(openInferenceFacts({ metadata: value, "session.id": "s-1" }).sessionId).toBe("s-1");
  expect(openInferenceFacts({ other: value, "user.id": "u-1" }).metadata).toEqual({ "user.id": "u-1" });
});
