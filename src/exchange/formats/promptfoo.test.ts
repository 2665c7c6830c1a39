import { expect, test } from "vitest";
import { HELLO, recordsIn } from "../exchange.fixture.ts";
import { PROMPTFOO_LISTS, readPromptfoo } from "./promptfoo.ts";

const read = (value: unknown) => recordsIn(value, PROMPTFOO_LISTS).flatMap(readPromptfoo);
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
    const [conversation] = read(value);
    expect(conversation).toMatchObject({
      subject: "test-0-prompt-1",
      model: "openai/gpt-4o",
      messages: HELLO,
    });
  },
);

test("a prompt that is a chat in JSON is read as one, any other text is what the user said", () => {
  const chat = JSON.stringify([{ role: "system", content: "Be kind." }, HELLO[0]]);
  const [conversation] = read([{ ...result, prompt: { raw: chat } }]);
  expect(conversation).toMatchObject({ systemPrompt: "Be kind.", messages: HELLO });
  for (const raw of ["[sighs] Hello", "[1, 2]"]) {
    const [other] = read([{ ...result, prompt: { raw } }]);
    expect(other?.messages[0]?.content).toBe(raw);
  }
});

test.for([
  [[{ ...result, response: null, error: "timed out" }], '[0]: there is no output: "timed out"'],
  [[{ ...result, response: { output: { a: 1 } } }], "[0].response.output: the output is not a text"],
  [[{ ...result, prompt: {} }], "[0].prompt.raw"],
] as const)("a result without a conversation is refused: %j", ([value, said]) => {
  expect(() => read(value)).toThrow(said);
});

test("metadata and variables are kept, and the time of the evaluation", () => {
  const document = {
    results: {
      timestamp: "2026-03-02T08:00:00.000Z",
      results: [{ ...result, metadata: { team: { name: "night" } }, vars: { city: "Leeds" } }],
    },
  };
  expect(read(document)[0]).toMatchObject({
    at: "2026-03-02T08:00:00.000Z",
    metadata: { "team.name": "night", "vars.city": "Leeds" },
  });
});
