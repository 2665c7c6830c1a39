import { expect, test } from "vitest";
import { converse } from "../harness/conversation.ts";
import { listenerFor } from "../harness/listener.ts";
import { systemClock } from "../kernel/clock.ts";
import type { JournalEntry } from "../schema/run/journal.ts";
import { SimTruthRow } from "../schema/run/transcript.ts";
import { ASSISTANT_PROFILES } from "./assistant-profiles.ts";
import { recordCalls } from "./recorded-model.ts";
import { plantableCards } from "./sim/plantable-cards.ts";
import { worldOfReplies as corpus } from "./sim/shipped-world.fixture.ts";
import { createSimAssistant } from "./sim/sim-assistant.ts";
import { longFailingWords } from "./sim/ways-to-fail.ts";
import { simTruth } from "./sim-truth.ts";

const never = new AbortController().signal;
const profiles = ASSISTANT_PROFILES.map((profile) => profile.name);
const scenarios = [...corpus.scenarios.keys()];
const failing = [
  ...[...plantableCards(corpus).values()].flat().filter(({ label }) => label === "FAIL"),
  ...[...corpus.checks.keys()].flatMap((id) => longFailingWords(corpus, id)),
];
const keyOf = (model: string, scenario: string, repeat: number, turn: number) =>
  [model, scenario, repeat, turn].join("|");

/** Returns each assistant's replies in every scenario, through the harness, and the branches taken. */
async function replies(repeats: number, seed: number | null) {
  const said = new Map<string, string>();
  const branches = new Set<string>();
  for (const profile of ASSISTANT_PROFILES) {
    const client = createSimAssistant({ profile, world: corpus, clock: systemClock });
    const log = { find: () => undefined, append: async (_: JournalEntry) => {} };
    const model = recordCalls(client, log, systemClock);
    for (const scenario of corpus.scenarios.values()) {
      for (let repeat = 1; repeat <= repeats; repeat++) {
        const sampling = { temperature: 0.7, max_tokens: 4096, seed };
        const { messages } = await converse(
          {
            model,
            scenario,
            repeat,
            systemPrompt: "Be kind.",
            sampling,
            listener: listenerFor(corpus.words),
          },
          never,
        );
        for (const { role, turn, content, branch_id } of messages) {
          if (branch_id !== undefined) branches.add(`${scenario.scenario_id}|${branch_id}`);
          const key = keyOf(client.modelId, scenario.scenario_id, repeat, turn);
          if (role === "assistant") said.set(key, content);
        }
      }
    }
  }
  return { said, branches };
}

test("every row is true of its transcript: a failing card stands in its turn, and none stands unnamed", async () => {
  for (const seed of [null, 5]) {
    const truth = simTruth(corpus, { profiles, scenarios, repeats: 2, seed });
    const { said, branches } = await replies(2, seed);
    expect(branches.size).toBeGreaterThan(0);
    const named = Map.groupBy(truth, (row) => keyOf(row.model_id, row.scenario_id, row.repeat, row.turn));
    for (const [key, content] of said) {
      const there = failing.filter(({ words }) => content.includes(words)).map(({ cardId }) => cardId);
      const rows = (named.get(key) ?? []).filter(({ planted }) => planted === "FAIL");
      expect({ key, cards: [...new Set(there)].sort() }).toEqual({
        key,
        cards: rows.map((row) => row.card_id).sort(),
      });
    }
    expect(truth.length).toBe([...named.values()].flat().length);
    expect([...named.keys()].filter((key) => !said.has(key))).toEqual([]);
  }
});

test("rows pass their schema, and no check is planted twice in a conversation", () => {
  const truth = simTruth(corpus, { profiles, scenarios, repeats: 1, seed: null });
  for (const row of truth) expect(SimTruthRow.parse(row)).toEqual(row);
  const keys = truth.map((row) => [row.model_id, row.scenario_id, row.repeat, row.mode_id].join("|"));
  expect(new Set(keys).size).toBe(keys.length);
});

test("no seed means the seed 0", () => {
  const run = { profiles, scenarios, repeats: 1 };
  expect(simTruth(corpus, { ...run, seed: null })).toEqual(simTruth(corpus, { ...run, seed: 0 }));
});

test("who is not simulated has no known truth", () => {
  expect(() => simTruth(corpus, { profiles: ["gpt"], scenarios, repeats: 1, seed: 0 })).toThrow("gpt");
});
