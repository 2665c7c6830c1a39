import { expect, test } from "vitest";
import { chatIn } from "./chat-values.ts";

const place = { file: "log.json", path: [] };
const told = (value: unknown, speaker: "user" | "assistant" = "user") =>
  chatIn(value, place, speaker).map(({ message: { role, content } }) => [role, content]);
const lc = (name: string, content: unknown) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain", "schema", "messages", name],
  kwargs: { content },
});

test.for([
  ["Hello", [["user", "Hello"]]],
  ["[sighs] Hello", [["user", "[sighs] Hello"]]],
  ["[1, 2]", [["user", "[1, 2]"]]],
  ['[{"role":"user","content":"Hello"}]', [["user", "Hello"]]],
  [{ question: "Hello" }, [["user", "Hello"]]],
  [
    {
      messages: [
        ["human", "Hello"],
        ["ai", "Hi"],
      ],
    },
    [
      ["user", "Hello"],
      ["assistant", "Hi"],
    ],
  ],
  [
    { messages: [[lc("SystemMessage", "Be kind."), lc("HumanMessage", "Hello")]] },
    [
      ["system", "Be kind."],
      ["user", "Hello"],
    ],
  ],
  [[{ type: "human", data: { content: "Hello" } }], [["user", "Hello"]]],
  [[{ role: "model", parts: [{ text: "Hi" }] }], [["assistant", [{ type: "text", text: "Hi" }]]]],
  [[{ type: "text", text: "Hello" }], [["user", [{ type: "text", text: "Hello" }]]]],
  [null, []],
] as const)("what was said is found in %j", ([value, expected]) => {
  expect(told(value)).toEqual(expected);
});

test.each([4000, 100_000])("%d brackets around nothing are a text, however they are told", (levels) => {
  const brackets = "[".repeat(levels) + "]".repeat(levels);
  expect(told(brackets)).toEqual([["user", brackets]]);
  expect(told({ input: brackets })).toEqual([["user", brackets]]);
  expect(told({ messages: [{ role: "user", content: brackets }] })).toEqual([["user", brackets]]);
});

test.for([
  [{ choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "length" }] }],
  [{ generations: [[{ text: "Hi", generation_info: { finish_reason: "length" } }]] }],
  [{ generations: [[{ message: lc("AIMessage", "Hi"), generation_info: { finish_reason: "length" } }]] }],
] as const)("a reply is found with the reason it ended: %j", ([value]) => {
  expect(chatIn(value, place, "assistant")).toMatchObject([
    { message: { role: "assistant", content: "Hi" }, details: { finishReason: "length" } },
  ]);
});

test.for([
  [{ choices: [{ message: {} }, { message: {} }] }, "choices: there are 2 replies to choose from"],
  [{ temperature: 1 }, "it is not known where in it somebody speaks"],
  [[{ role: "bot", content: "Hi" }], '[0].role: no message has the role "bot"'],
  [7, "it is not known where in it somebody speaks"],
] as const)("what is not known for a chat is refused with its place: %j", ([value, said]) => {
  expect(() => told(value, "assistant")).toThrow(said);
});
