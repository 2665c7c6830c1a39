import { expect, test } from "vitest";
import { HELLO, record, recordsIn } from "../exchange.fixture.ts";
import { OPENAI_LISTS, readOpenai } from "./openai.ts";

const readAll = (value: unknown) => recordsIn(value, OPENAI_LISTS).flatMap(readOpenai);
const choice = { index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "length" };
const asked = { model: "gpt-4o", messages: HELLO.slice(0, 1) };

test("a fine-tuning line is a conversation, called after its place", () => {
  const [conversation] = readOpenai(record({ messages: HELLO }, 3));
  expect(conversation).toMatchObject({ id: "conversation-3", model: null, messages: HELLO });
});

test.for([
  [{ request: asked, response: { id: "c1", choices: [choice] } }, "c1"],
  [{ request: { body: asked }, response: { body: { id: "c1", choices: [choice] } } }, "c1"],
  [{ custom_id: "mine", request: asked, response: { id: "c1", choices: [choice] } }, "mine"],
  [{ object: "chat.completion", id: "c1", ...asked, choices: [choice] }, "c1"],
] as const)("a request with its reply is a conversation: %j", ([value, id]) => {
  const [conversation, ...others] = readOpenai(record(value));
  expect(others).toEqual([]);
  expect(conversation).toMatchObject({ id, model: "gpt-4o" });
  expect(conversation?.messages).toEqual([
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hi", finishReason: "length" },
  ]);
});

test("every completion of a list is read, and every choice is a repeat", () => {
  const completion = { id: "c1", ...asked, choices: [choice, choice] };
  const read = readAll({ object: "list", data: [completion] });
  expect(read.map(({ id, subject }) => [id, subject])).toEqual([
    ["c1#1", "c1"],
    ["c1#2", "c1"],
  ]);
});

test("parts are joined, tool calls and reasoning are left out, a refusal is said and marked", () => {
  const messages = [
    { role: "developer", content: [{ type: "text", text: "Be kind." }] },
    {
      role: "user",
      content: [
        { type: "text", text: "Hello" },
        { type: "text", text: "there" },
      ],
    },
    { role: "assistant", content: null, tool_calls: [{ id: "t" }] },
    { role: "tool", tool_call_id: "t", content: "42" },
    {
      role: "assistant",
      content: [
        { type: "reasoning", reasoning: "…" },
        { type: "text", text: "Hi" },
      ],
    },
    { role: "user", content: "Tell me" },
    { role: "assistant", content: null, refusal: "I can't." },
  ];
  const [conversation] = readOpenai(record({ messages }));
  expect(conversation).toMatchObject({
    systemPrompt: "Be kind.",
    changes: { joined: 0, toolMessages: 2, reasoningParts: 1 },
  });
  expect(conversation?.messages).toEqual([
    { role: "user", content: "Hello\nthere" },
    { role: "assistant", content: "Hi" },
    { role: "user", content: "Tell me" },
    { role: "assistant", content: "I can't.", finishReason: "refusal" },
  ]);
});

test.for([
  [{ id: "c1", choices: [choice] }, 'there are no "messages"'],
  [{ messages: [{ role: "user", content: [{ type: "image_url" }] }] }, 'a part of the type "image_url"'],
  [{ messages: [{ role: "user", content: [{ type: "text" }] }] }, "a part without its text"],
  [{ messages: [{ role: "user" }, HELLO[1]] }, "messages[0]: the user's message has no content"],
  [{ data: [{ messages: HELLO }, { messages: 1 }] }, "data[1].messages"],
] as const)("what cannot be judged is refused with its place: %j", ([value, said]) => {
  expect(() => readAll(value)).toThrow(said);
});
