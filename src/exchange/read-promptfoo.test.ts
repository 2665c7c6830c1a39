import { expect, test } from "vitest";
import { HELLO, record } from "./exchange.fixture.ts";
import { readPromptfoo } from "./read-promptfoo.ts";

const result = {
  testIdx: 0,
  promptIdx: 1,
  prompt: { raw: "Hello" },
  provider: { id: "openai:gpt-4o" },
  vars: {},
  response: { output: "Hi" },
};

test.for([{ version: 3, results: { results: [result] } }, { results: [result] }, [result], result])(
  "results are found wherever a version of promptfoo puts them: %#",
  (value) => {
    const [conversation] = readPromptfoo(record(value));
    expect(conversation).toMatchObject({
      subject: "test-0-prompt-1",
      model: "openai/gpt-4o",
      messages: HELLO,
    });
  },
);

test("a prompt that is a chat in JSON is read as one, any other text is what the user said", () => {
  const chat = JSON.stringify([{ role: "system", content: "Be kind." }, HELLO[0]]);
  const [conversation] = readPromptfoo(record([{ ...result, prompt: { raw: chat } }]));
  expect(conversation).toMatchObject({ systemPrompt: "Be kind.", messages: HELLO });
  for (const raw of ["[sighs] Hello", "[1, 2]"]) {
    const [other] = readPromptfoo(record([{ ...result, prompt: { raw } }]));
    expect(other?.messages[0]?.content).toBe(raw);
  }
});

test.for([
  [{ results: [] }, "the export holds no results"],
  [[{ ...result, response: null, error: "timed out" }], "[0]: there is no output: timed out"],
  [[{ ...result, response: { output: { a: 1 } } }], "[0].response.output: the output is not a text"],
  [[{ ...result, prompt: {} }], "[0].prompt.raw"],
] as const)("a result without a conversation is refused: %j", ([value, said]) => {
  expect(() => readPromptfoo(record(value))).toThrow(said);
});
