import { expect, test } from "vitest";
import { readChatJsonl } from "./chat-jsonl.ts";
import { HELLO, record } from "./exchange.fixture.ts";

test("a system message is told apart and is no turn", () => {
  const messages = [{ role: "system", content: "Be kind." }, ...HELLO];
  const [conversation] = readChatJsonl(record({ id: "a", model: "m", messages }));
  expect(conversation).toMatchObject({ id: "a", model: "m", scenarioId: null, systemPrompt: "Be kind." });
  expect(conversation?.messages).toEqual(HELLO);
});

test("what one side says in several messages is one message, and is counted", () => {
  const messages = [{ role: "user", content: "Hello?" }, ...HELLO];
  const [conversation] = readChatJsonl(record({ id: "a", messages }));
  expect(conversation?.messages[0]?.content).toBe("Hello?\n\nHello");
  expect(conversation?.changes.joined).toBe(1);
});

test("tool results are left out and counted", () => {
  const messages = [...HELLO, { role: "tool", content: "42" }];
  expect(readChatJsonl(record({ id: "a", messages }))[0]?.changes.toolMessages).toBe(1);
});

test.for([
  [{ messages: HELLO }, "chats.json:7: id: Invalid input: expected string, received undefined"],
  [{ id: "a", messages: [] }, "chats.json:7: messages: Too small"],
  [{ id: "a", message: HELLO }, 'chats.json:7: the key "message" is nearly one of ours'],
  [{ ID: "a", messages: HELLO }, 'chats.json:7: the key "ID" is nearly one of ours'],
  [{ id: "a", at: "yesterday", messages: HELLO }, "chats.json:7: at: it is no time"],
  [{ id: "a", messages: [{ role: "user", contant: "x" }] }, 'messages[0]: the key "contant" is nearly'],
  [{ id: "a", messages: [{ role: "bot", content: "x" }] }, 'messages[0].role: no message has the role "bot"'],
  [{ id: "a", messages: [{ role: "user", content: 1 }] }, "messages[0].content: Invalid input"],
  [{ id: "a", messages: HELLO.slice(0, 1) }, "chats.json:7: the assistant says nothing in it"],
  [{ id: "a", messages: HELLO.slice(1) }, "chats.json:7: the user says nothing in it"],
  ["text", "chats.json:7: Invalid input: expected object, received string"],
] as const)("a malformed line is refused with its place: %j", ([line, said]) => {
  expect(() => readChatJsonl(record(line, 7))).toThrow(said);
});

test("what is none of our keys is kept as metadata, and the time of the first message is when it was", () => {
  const messages = [{ ...HELLO[0], timestamp: 1_772_438_400 }, HELLO[1]];
  const line = { id: "a", user_id: 7, created_at: "2026-03-02 09:00:00", plan: { tier: "free" }, messages };
  const [conversation] = readChatJsonl(record({ ...line, labels: ["night"], metadata: { model: "x" } }));
  expect(conversation).toMatchObject({
    at: "2026-03-02T08:00:00.000Z",
    labels: ["night"],
    metadata: { user_id: 7, created_at: "2026-03-02 09:00:00", "plan.tier": "free", model: "x" },
  });
});
