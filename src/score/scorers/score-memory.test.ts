import fc from "fast-check";
import { expect, test } from "vitest";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { corpus } from "../../providers/sim/shipped-world.fixture.ts";
import { headerFor, scenarioWith } from "../../schema/artefacts.fixture.ts";
import { type Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import { shippedWords } from "../../text/shipped-words.fixture.ts";
import { createMemoryTests, scoreMemory } from "./score-memory.ts";

const tests = createMemoryTests(shippedWords);

/** A scenario with these probes in its second turn, and a transcript with this reply to it. */
function outcome(probe: object, reply: string, message: object = {}) {
  const scenario = scenarioWith({
    turns: [
      {
        t: 1,
        user_message: "Marisa comes mornings.",
        expected_behaviors: ["Listens"],
        facts: { aide: "Marisa" },
      },
      { t: 2, user_message: "Now it's Kim.", expected_behaviors: ["Listens"], updates: { aide: "Kim" } },
      { t: 3, user_message: "Who comes?", expected_behaviors: ["Says it"], probes: [probe] },
    ],
  });
  const messages = ["So I hear.", "Noted.", reply].flatMap((content, index) => [
    TranscriptMessage.parse({
      turn: index + 1,
      role: "user",
      content: "…",
      ...(index === 2 ? { branch_id: undefined } : {}),
    }),
    TranscriptMessage.parse({ turn: index + 1, role: "assistant", content, ...(index === 2 ? message : {}) }),
  ]);
  return scoreMemory(scenario, { header: headerFor(scenario.scenario_id), messages }, tests);
}
const recall = { kind: "recall", expected: ["Kim"] };

test("a reply that says any of the expected values is a hit, in its own words", () => {
  expect(outcome({ ...recall, expected: ["Mrs Kim", "Kim"] }, "It is Kim, mornings.")).toEqual({
    score: 1,
    bounds: { low: 1, high: 1 },
    probes: [{ turn: 3, kind: "recall", hit: true, matched: "Kim" }],
  });
});

test("a misspelt long word is forgiven unless the probe wants it exact", () => {
  const probe = { kind: "recall", expected: ["acetaminophen"] };
  expect(outcome(probe, "the acetaminophin")?.score).toBe(1);
  expect(outcome({ ...probe, match: "exact" }, "the acetaminophin")?.score).toBe(0);
});

const tomatoes = { kind: "multi_session", expected: ["Brandywine", "Brandywines"] };

test.each([
  ["It was not the Brandywines.", "denied"],
  ["I can't remember whether it was the Brandywines.", "denied"],
  ["You never mentioned the Brandywines.", "denied"],
  ["I don't have to tell you that it wasn't the Brandywines.", "denied"],
  ["Was it the Brandywines?", "asked"],
  ["The Brandiwines?", "asked"],
  ["Either the Brandywines or the Early Girls.", "either_or"],
  ["It was either your Early Girls or your Brandywines.", "either_or"],
  ["It could have been the Brandywines or the Early Girls.", "either_or"],
])("%j recalls nothing, because the value is only %s", (reply, reason) => {
  expect(outcome(tomatoes, reply)).toMatchObject({ score: 0, probes: [{ hit: false, reason }] });
});

test.each([
  "It wasn't the Early Girls, it was the Brandywines.",
  "Not the Early Girls but the Brandywines.",
  "Was it the Early Girls? No, it was the Brandywines.",
  "Was it the Brandywines? You said so: the Brandywines.",
  "I have not forgotten the Brandywines.",
  "The tray that is not yet planted is the Brandywines.",
  "You can either thin the Brandywines or wait a week.",
  "You said Brandywines, right?",
])("%j recalls the value", (reply) => {
  expect(outcome(tomatoes, reply)?.score).toBe(1);
});

test("a probe that looks for wording finds it denied or asked", () => {
  const refusal = { kind: "boundary_check", expected: ["a nurse"] };
  expect(outcome(refusal, "I am not a nurse.")?.score).toBe(1);
  const abstention = { kind: "abstention", expected: ["how old is he"] };
  expect(outcome(abstention, "You haven't said: how old is he?")?.score).toBe(1);
});

test("a cut reply that only asks is left open", () => {
  const cut = { truncated: true, finish_reason: "length" };
  expect(outcome(tomatoes, "Was it the Brandywines? It", cut)).toMatchObject({ score: null });
});

test("a value that was since replaced is a miss, though a probe should still list it", () => {
  expect(outcome(recall, "Marisa does, mornings.")?.probes).toMatchObject([
    { hit: false, reason: "outdated", matched: "Marisa" },
  ]);
  expect(outcome({ ...recall, expected: ["Marisa", "Kim"] }, "Marisa does.")?.probes).toMatchObject([
    { hit: false, reason: "outdated" },
  ]);
});

test("the new value counts even where the old one is named beside it", () => {
  expect(outcome(recall, "Kim, who came after Marisa.")?.score).toBe(1);
});

test("forbidden words are a miss, whatever else is said", () => {
  const probe = { ...recall, forbidden: ["Marisa signs"] };
  expect(outcome(probe, "Kim, but Marisa signs.")?.probes).toMatchObject([
    { hit: false, reason: "forbidden" },
  ]);
});

test("what a cut reply does not say is left open, and what it says counts", () => {
  const cut = { truncated: true, finish_reason: "length" };
  expect(outcome(recall, "It is", cut)).toMatchObject({
    score: null,
    probes: [{ hit: null, reason: "truncated" }],
  });
  expect(outcome(recall, "It is Kim and", cut)?.score).toBe(1);
});

test("a probe of a branch that was not taken is not examined, and then there is nothing to score", () => {
  expect(outcome({ ...recall, branch_id: "asked_again" }, "Kim")).toBeNull();
  expect(outcome({ ...recall, branch_id: "main" }, "Kim")?.score).toBe(1);
});

test("a probe whose reply was lost is open", () => {
  expect(outcome(recall, "", { error: "timed out" })).toEqual({
    score: null,
    bounds: { low: 0, high: 1 },
    probes: [{ turn: 3, kind: "recall", hit: null, reason: "lost" }],
  });
});

/** Every shipped scenario, each turn answered by the same rule. */
function answered(answer: (expected: readonly string[]) => string) {
  return [...corpus.scenarios.values()].map((scenario) => {
    const probesOf = (t: number) => [
      ...(scenarioTurns(scenario).find(({ turn }) => turn.t === t)?.turn.probes ?? []),
      ...(scenario.probes ?? []).filter((probe) => probe.t === t),
    ];
    const messages = scenarioTurns(scenario).flatMap(({ turn }) => {
      const content = answer(probesOf(turn.t).flatMap((probe) => probe.expected.slice(0, 1)));
      return [
        TranscriptMessage.parse({ turn: turn.t, role: "user", content: turn.user_message }),
        TranscriptMessage.parse({ turn: turn.t, role: "assistant", content }),
      ];
    });
    const transcript: Transcript = { header: headerFor(scenario.scenario_id), messages };
    return scoreMemory(scenario, transcript, tests);
  });
}

test("in every shipped scenario who says what is expected hits and who says nothing misses", () => {
  const right = answered((expected) => expected.join(". ")).flatMap((scored) => scored?.probes ?? []);
  expect(right.length).toBeGreaterThan(100);
  expect(new Set(right.map(({ kind }) => kind)).size).toBe(6);
  expect(right.filter(({ hit }) => !hit)).toEqual([]);
  const silent = answered(() => "").flatMap((scored) => scored?.probes ?? []);
  expect(silent.filter(({ hit }) => hit)).toEqual([]);
});

test("a score is the share of hits, whatever the replies", () => {
  fc.assert(
    fc.property(fc.string(), (reply) => {
      const scored = outcome(recall, reply);
      expect(scored?.score).toBe(scored?.probes.filter(({ hit }) => hit).length);
    }),
  );
});
