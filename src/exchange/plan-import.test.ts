import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { ModelId } from "../schema/ids.ts";
import { chatLine } from "./chat-jsonl.ts";
import { corpus, HELLO, PLAIN, planImport, record, requestOf, SESSIONS } from "./exchange.fixture.ts";
import { inspectPieces, inspectSample, readInspect } from "./inspect-log.ts";

const said = (...contents: readonly string[]) =>
  contents.map((content, index) => ({ role: index % 2 === 0 ? "user" : "assistant", content }));

test("a conversation without a scenario carries its tags, is private and never simulated", () => {
  const request = requestOf([{ id: "a", tags: ["practical_ask"], messages: HELLO }], {
    tags: ["caregiver_burden"],
  });
  const { plan, transcripts } = planImport(request, corpus);
  expect(transcripts[0]?.header).toMatchObject({
    scenario_id: "import_a",
    model_id: "imported/unnamed",
    harness: "import",
    tags: ["caregiver_burden", "practical_ask"],
    sampling: null,
    simulated: false,
    private: true,
    complete: true,
  });
  expect(plan.conversations[0]).toMatchObject({ imported_id: "a", turns: 1 });
});

test("a greeting is a turn of its own, and each user message begins one", () => {
  const messages = [{ role: "assistant", content: "Welcome" }, ...HELLO, { role: "user", content: "Bye" }];
  const { transcripts } = planImport(requestOf([{ id: "a", messages }]), corpus);
  expect(transcripts[0]?.messages.map(({ turn, role }) => `${turn} ${role}`)).toEqual([
    "1 assistant",
    "2 user",
    "2 assistant",
    "3 user",
  ]);
});

test("a scenario's turns are aligned by order, with its branch, its clock and its sessions", () => {
  const { transcripts } = planImport(
    requestOf([
      { id: "a", scenario_id: PLAIN.scenario_id, messages: said("Mine", "ok", "Since you ask", "ok") },
      { id: "b", scenario_id: SESSIONS.scenario_id, messages: said("Message 1", "ok", "Message 2", "ok") },
    ]),
    corpus,
  );
  expect(transcripts[0]?.messages[2]).toMatchObject({ turn: 2, branch_id: "asked", elapsed_minutes: 30 });
  expect(transcripts[1]?.messages[2]).toMatchObject({ session_number: 2, time_elapsed: "three weeks later" });
  expect(transcripts.map(({ header }) => header.tags)).toEqual([undefined, undefined]);
});

test("answers before a turn's words are recognised, and so is an evasion", () => {
  const scenario = scenarioWith({
    ...PLAIN,
    turns: PLAIN.turns?.map((turn, index) => (index === 0 ? turn : { ...turn, evades: "Not that." })),
    answers: [
      { answer_id: "niece", to: ["who_else_helps"], words: "One niece." },
      { answer_id: "cat", to: ["who_else_helps"], words: "And the cat." },
    ],
  });
  const bank = { ...corpus, scenarios: new Map<string, Scenario>([[scenario.scenario_id, scenario]]) };
  const imported = (second: string) => {
    const line = {
      id: "a",
      scenario_id: scenario.scenario_id,
      messages: said("Message 1", "ok", second, "ok"),
    };
    const { branch_id, answers } = planImport(requestOf([line]), bank).transcripts[0]?.messages[2] ?? {};
    return { branch_id, answers };
  };
  expect(imported("One niece. And the cat. Since you ask")).toEqual({
    branch_id: "asked",
    answers: ["niece", "cat"],
  });
  expect(imported("And the cat. Message 2")).toEqual({ branch_id: undefined, answers: ["cat"] });
  expect(imported("Not that. Since you ask")).toEqual({ branch_id: "asked", answers: undefined });
  expect(imported("My own words. Message 2")).toEqual({ branch_id: undefined, answers: undefined });
});

test("a conversation that stops before its scenario ends is incomplete", () => {
  const line = { id: "a", scenario_id: PLAIN.scenario_id, messages: said("Message 1", "ok") };
  expect(planImport(requestOf([line]), corpus).transcripts[0]?.header.complete).toBe(false);
});

test("conversations of one model and scenario are repeats", () => {
  const line = (id: string, model: string) => ({
    id,
    model,
    scenario_id: PLAIN.scenario_id,
    messages: said("1", "ok", "2", "ok"),
  });
  const { transcripts } = planImport(
    requestOf([line("a", "x/m"), line("b", "x/m"), line("c", "y/m")]),
    corpus,
  );
  expect(transcripts.map(({ header }) => header.transcript_id)).toEqual([
    `x__m/${PLAIN.scenario_id}.r1`,
    `x__m/${PLAIN.scenario_id}.r2`,
    `y__m/${PLAIN.scenario_id}.r1`,
  ]);
});

test.for([
  ["gpt-4o", "imported/gpt-4o"],
  ["openai/gpt-4o", "openai/gpt-4o"],
  ["My Model", "imported/My-Model"],
  ["sim/careful", "imported/sim/careful"],
] as const)("the model %s is called %s", ([model, name]) => {
  const { plan } = planImport(requestOf([{ id: "a", model, messages: HELLO }]), corpus);
  expect(plan.models).toEqual([{ model_id: name, simulated: false }]);
});

test.for([
  [
    [{ id: "a", tags: ["care_burden"], messages: HELLO }],
    'chats.json:1: the corpus has no tag "care_burden"',
  ],
  [[{ id: "a", scenario_id: "safety_crisis_plain_002", messages: HELLO }], "has no scenario"],
  [
    [{ id: "a", scenario_id: PLAIN.scenario_id, tags: ["practical_ask"], messages: HELLO }],
    "it names a scenario and tags",
  ],
  [
    [
      { id: "a", messages: HELLO },
      { id: "a", messages: HELLO },
    ],
    'chats.json:2: the id "a" is taken by chats.json:1',
  ],
  [
    [{ id: "a", scenario_id: PLAIN.scenario_id, messages: said("1", "ok", "2", "ok", "3") }],
    "the user speaks more than 2 times",
  ],
  [
    [{ id: "a", scenario_id: PLAIN.scenario_id, messages: [HELLO[1], HELLO[0]] }],
    "the assistant speaks first",
  ],
] as const)("what does not fit the corpus is refused: %j", ([lines, problem]) => {
  expect(() => planImport(requestOf(lines), corpus)).toThrow(problem);
});

test("an unknown tag or scenario comes with the nearest", () => {
  const request = requestOf([{ id: "a", messages: HELLO }], { tags: ["caregiver_burdens"] });
  expect(() => planImport(request, corpus)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('"caregiver_burden"') }),
  );
  const line = { id: "a", scenario_id: "safety_crisis_plain_002", messages: HELLO };
  expect(() => planImport(requestOf([line]), corpus)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('"safety_crisis_plain_001"') }),
  );
});

const RUN = { runId: "r", systemPrompt: null, madeAt: "2026-01-01T00:00:00.000Z" };
const message = (role: string) =>
  fc.record({
    role: fc.constant(role),
    content: fc.string({ unit: "binary" }).filter((text) => text !== ""),
  });
const conversation = fc.record({
  tags: fc.subarray(["caregiver_burden", "practical_ask"]),
  model: fc.constantFrom("gpt-4o", "openai/gpt-4o", "sim/careful"),
  at: fc.constantFrom("2026-03-02T08:00:00.000Z", 1_772_438_400),
  labels: fc.array(fc.string()),
  metadata: fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.integer(), fc.dictionary(fc.string(), fc.boolean())),
  ),
  messages: fc
    .array(fc.tuple(message("user"), message("assistant")), { minLength: 1, maxLength: 4 })
    .map((pairs) => pairs.flat()),
});
const conversations = fc
  .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), conversation), { selector: ([id]) => id, minLength: 1 })
  .map((named) => named.map(([id, line]) => ({ id, ...line })));

test("what is exported as chat-jsonl and imported again is the same conversation", () => {
  fc.assert(
    fc.property(conversations, (lines) => {
      const first = planImport(requestOf(lines), corpus);
      const ids = first.plan.conversations.map(({ transcript_id, imported_id }): [string, string] => [
        transcript_id,
        imported_id,
      ]);
      const run = { ...RUN, importedIds: new Map(ids) };
      const exported = first.transcripts.flatMap((transcript) => chatLine(transcript, run) ?? []);
      const second = planImport(requestOf(JSON.parse(JSON.stringify(exported))), corpus);
      expect(second).toEqual(first);
    }),
  );
});

const EvalLog = z.looseObject({ samples: z.array(z.unknown()) });

test("an exported log of Inspect can be imported again", async () => {
  const line = { id: "a", scenario_id: PLAIN.scenario_id, messages: said("1", "ok", "2", "ok") };
  const { transcripts } = planImport(requestOf([{ ...line, model: "x/m" }]), corpus);
  const run = { ...RUN, importedIds: new Map() };
  const written = async function* () {
    for (const transcript of transcripts) yield inspectSample(transcript, run, null);
  };
  const about = { model: ModelId.parse("x/m"), sampleIds: [PLAIN.scenario_id], scan: null };
  const pieces = await Array.fromAsync(inspectPieces(about, run, written()));
  const { samples, ...head } = EvalLog.parse(JSON.parse(pieces.join("")));
  const read = samples.flatMap((sample) => readInspect(record(sample, 1, head)));
  const again = planImport(requestOf([], { format: "inspect", conversations: read }), corpus);
  expect(again.transcripts.map(({ header }) => header.transcript_id)).toEqual([
    `x__m/${PLAIN.scenario_id}.r1`,
  ]);
  expect(again.transcripts[0]?.messages.map(({ content }) => content)).toEqual(["1", "ok", "2", "ok"]);
});

test("a conversation without any reply has no line of chat-jsonl", () => {
  const [transcript] = planImport(requestOf([{ id: "a", messages: HELLO }]), corpus).transcripts;
  if (transcript === undefined) throw new Error("nothing was imported");
  const messages = transcript.messages.map((each) =>
    each.role === "assistant" ? { ...each, content: "", error: "timed out" } : each,
  );
  expect(chatLine({ ...transcript, messages }, { ...RUN, importedIds: new Map() })).toBeNull();
});
