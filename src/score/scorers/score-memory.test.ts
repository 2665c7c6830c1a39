import fc from "fast-check";
import { expect, test } from "vitest";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { corpus } from "../../providers/sim/shipped-world.fixture.ts";
import { headerFor, scenarioWith } from "../../schema/artefacts.fixture.ts";
import { type Transcript, TranscriptMessage } from "../../schema/run/transcript.ts";
import { fuzzyTests } from "../../text/shipped-words.fixture.ts";
import { scoreMemory } from "./score-memory.ts";

/** A scenario whose second turn has these probes, and a transcript in which it is answered so. */
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
  return scoreMemory(scenario, { header: headerFor(scenario.scenario_id), messages }, fuzzyTests);
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
    return scoreMemory(scenario, transcript, fuzzyTests);
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
