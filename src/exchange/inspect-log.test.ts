import { expect, test } from "vitest";
import { HELLO, recordsIn } from "./exchange.fixture.ts";
import { INSPECT_LISTS, readInspect } from "./inspect-log.ts";

const read = (value: unknown) => recordsIn(value, INSPECT_LISTS).flatMap(readInspect);
const sample = { id: 5, epoch: 2, input: "Hello", target: "", messages: HELLO };
const log = (samples: readonly unknown[]) => ({ version: 2, eval: { model: "openai/gpt-4o" }, samples });

test("a sample is a conversation, and its epochs are repeats", () => {
  const samples = read(log([{ ...sample, epoch: 1 }, sample]));
  expect(samples.map(({ id, subject, model }) => [id, subject, model])).toEqual([
    ["5/1", "5", "openai/gpt-4o"],
    ["5/2", "5", "openai/gpt-4o"],
  ]);
});

test("the output says why the last reply ended, the metadata which scenario it was", () => {
  const output = { choices: [{ stop_reason: "max_tokens" }] };
  const metadata = { scenario_id: "safety_crisis_plain_001", other: 1 };
  const [conversation] = read(log([{ ...sample, output, metadata }]));
  expect(conversation?.scenarioId).toBe("safety_crisis_plain_001");
  expect(conversation?.messages.at(-1)).toMatchObject({ finishReason: "length" });
  expect(conversation?.metadata).toEqual({ other: 1 });
});

test.each(["constructor", "__proto__", "toString", "unheard_of"])(
  "a stop reason %j is another one",
  (stop_reason) => {
    const [conversation] = read(log([{ ...sample, output: { choices: [{ stop_reason }] } }]));
    expect(conversation?.messages.at(-1)).toMatchObject({ finishReason: "other" });
  },
);

test.for([
  [{ samples: [sample] }, "chats.json: eval"],
  [log([sample, { ...sample, messages: [{ role: "user", content: 1 }] }]), "samples[1].messages[0].content"],
  [{ ...log([sample]), samples: null }, "chats.json: id"],
] as const)("a broken log is refused with the path: %j", ([value, said]) => {
  expect(() => read(value)).toThrow(said);
});
