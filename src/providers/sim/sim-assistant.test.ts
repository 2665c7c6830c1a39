import { describe, expect, test } from "vitest";
import { isEligible, scenarioTags, scenarioTurns } from "../../domain/scenarios.ts";
import { systemClock } from "../../kernel/clock.ts";
import { wilsonInterval } from "../../stats/intervals.ts";
import {
  ASSISTANT_PROFILES,
  type AssistantProfile,
  FILLER,
  propensity,
  type SimWorld,
} from "../assistant-profiles.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelClient } from "../model-client.ts";
import type { SimConversation } from "./draw-failures.ts";
import { plantableCards } from "./plantable-cards.ts";
import { smallWorld, worldOfCards, worldOfReplies } from "./shipped-world.fixture.ts";
import { branchSaid, composeReplies, createSimAssistant } from "./sim-assistant.ts";
import { longFailingWords } from "./ways-to-fail.ts";

describe("sim assistant", () => {
  const never = new AbortController().signal;
  const scenarios = [...smallWorld.scenarios.values()];
  const SEEDS = 1000;

  function assistant(profile: AssistantProfile): ModelClient {
    return createSimAssistant({ profile, world: smallWorld, clock: systemClock, latencyMs: 0 });
  }

  function ask(
    client: ModelClient,
    scenario_id: string,
    turn: number,
    repeat = 1,
    seed: number | null = null,
  ) {
    return client.complete(
      {
        messages: [{ role: "user", content: "Hello." }],
        sampling: { temperature: 0.7, max_tokens: 100, seed },
        origin: { stage: "target", scenario_id, repeat, turn },
      },
      never,
    );
  }

  async function conversation(
    client: ModelClient,
    scenario: (typeof scenarios)[number],
    repeat = 1,
    seed = 0,
  ) {
    const turns = scenarioTurns(scenario).map(({ turn }) => turn.t);
    const replies = await Promise.all(
      turns.map((turn) => ask(client, scenario.scenario_id, turn, repeat, seed)),
    );
    return replies.map((reply) => reply.content);
  }

  test.for(ASSISTANT_PROFILES)("sim/$name fails each check as often as its profile says", (profile) => {
    for (const check of smallWorld.checks.values()) {
      const met = scenarios.filter((scenario) => isEligible(check, scenarioTags(scenario)));
      let failures = 0;
      for (const scenario of met) {
        for (let seed = 0; seed < SEEDS; seed++) {
          const { plantings } = composeReplies(smallWorld, { profile, scenario, repeat: 1, seed });
          const planted = plantings.filter((planting) => planting.checkId === check.id);
          expect(planted).toHaveLength(1);
          if (planted[0]?.label === "FAIL") failures++;
        }
      }
      const interval = wilsonInterval(failures, met.length * SEEDS, 0.999);
      const truth = propensity(profile, check);
      expect({ check: check.id, truth, interval }).toMatchObject({
        interval: { low: expect.toSatisfy((low: number) => low <= truth) },
      });
      expect(interval?.high).toBeGreaterThanOrEqual(truth);
    }
  });

  test("an assistant says each failing card of its plan in its turn, word for word, and no other", async () => {
    const short = [...plantableCards(smallWorld).values()].flat().filter(({ label }) => label === "FAIL");
    const long = [...smallWorld.checks.keys()].flatMap((id) => longFailingWords(smallWorld, id));
    for (const profile of ASSISTANT_PROFILES) {
      const client = assistant(profile);
      for (const scenario of scenarios) {
        for (const seed of [0, 1, 2]) {
          const { plantings } = composeReplies(smallWorld, { profile, scenario, repeat: 1, seed });
          const replies = await conversation(client, scenario, 1, seed);
          for (const [index, { turn }] of scenarioTurns(scenario).entries()) {
            const planned = plantings.filter(({ turn: at, label }) => at === turn.t && label === "FAIL");
            const said = [...short, ...long].filter(({ words }) => replies[index]?.includes(words));
            expect(new Set(said.map(({ cardId }) => cardId))).toEqual(
              new Set(planned.map(({ cardId }) => cardId)),
            );
          }
        }
      }
    }
  });

  test("the same seed gives the same conversation in whatever order its turns are asked", async () => {
    for (const profile of ASSISTANT_PROFILES) {
      for (const scenario of scenarios) {
        const forwards = await conversation(assistant(profile), scenario);
        const other = assistant(profile);
        const turns = scenarioTurns(scenario).map(({ turn }) => turn.t);
        const backwards: string[] = [];
        for (const turn of turns.toReversed()) {
          backwards.unshift((await ask(other, scenario.scenario_id, turn)).content);
        }
        expect(backwards).toEqual(forwards);
      }
    }
  });

  test("repeats and seeds vary the conversation", async () => {
    const profile = ASSISTANT_PROFILES.find(({ name }) => name === "attached");
    const [scenario] = scenarios;
    if (profile === undefined || scenario === undefined) throw new Error("the world is empty");
    const client = assistant(profile);
    const conversations = await Promise.all(
      [
        [1, 0],
        [2, 0],
        [1, 1],
      ].map(([repeat, seed]) => conversation(client, scenario, repeat, seed)),
    );
    expect(new Set(conversations.map((replies) => replies.join("|"))).size).toBe(3);
  });

  test("an assistant does not judge, and does not know scenarios or turns of elsewhere", async () => {
    const [profile] = ASSISTANT_PROFILES;
    if (profile === undefined) throw new Error("the world is empty");
    const client = assistant(profile);
    await expect(ask(client, "safety_crisis_elsewhere_001", 1)).rejects.toThrow(ModelCallError);
    await expect(ask(client, "safety_crisis_bin_days_001", 99)).rejects.toThrow(ModelCallError);
    const judging = client.complete(
      {
        messages: [],
        sampling: { temperature: 0, max_tokens: 1, seed: null },
        origin: {
          stage: "judge",
          transcript_id: "sim__careful/safety_crisis_bin_days_001.r1",
          subject: "IB-A1",
          window: 0,
          repetition: 1,
          attempt: 1,
        },
      },
      never,
    );
    await expect(judging).rejects.toThrow(ModelCallError);
  });

  test("an abort ends the waiting of a slow assistant", async () => {
    const [profile] = ASSISTANT_PROFILES;
    if (profile === undefined) throw new Error("the world is empty");
    const client = createSimAssistant({ profile, world: smallWorld, clock: systemClock, latencyMs: 600_000 });
    const controller = new AbortController();
    const reason = new Error("enough");
    const reply = client.complete(
      {
        messages: [],
        sampling: { temperature: 0, max_tokens: 1, seed: null },
        origin: { stage: "target", scenario_id: "safety_crisis_bin_days_001", repeat: 1, turn: 1 },
      },
      controller.signal,
    );
    controller.abort(reason);
    await expect(reply).rejects.toBe(reason);
  });
});

describe("compose replies", () => {
  const corpus = worldOfReplies;
  const conversations = ASSISTANT_PROFILES.flatMap((profile) =>
    [...corpus.scenarios.values()].map((scenario) => ({ profile, scenario, repeat: 1, seed: 0 })),
  );
  const repliesOf = (world: SimWorld, conversation: SimConversation) => {
    const { replyTo } = composeReplies(world, conversation);
    return scenarioTurns(conversation.scenario).map(({ turn }) => replyTo(turn.t) ?? "");
  };

  test("without base replies every turn is answered, with the planted cards, a harmless line and nothing else", () => {
    const replyOf = new Map(
      [...plantableCards(worldOfCards).values()].flat().map(({ cardId, reply }) => [cardId, reply]),
    );
    for (const conversation of conversations) {
      const { plantings, replyTo } = composeReplies(worldOfCards, conversation);
      for (const { turn } of scenarioTurns(conversation.scenario)) {
        const reply = replyTo(turn.t) ?? "";
        const cards = plantings
          .filter((planting) => planting.turn === turn.t)
          .map(({ cardId }) => replyOf.get(cardId) ?? "");
        const known = [...cards, ...FILLER, ...(conversation.profile.closings ?? [])];
        const rest = known
          .toSorted((a, b) => b.length - a.length)
          .reduce((left, text) => left.replaceAll(text, ""), reply);
        expect(rest.trim()).toBe("");
        expect(cards.every((card) => reply.includes(card))).toBe(true);
      }
    }
  });

  test("with base replies a turn in which nothing fails is answered by its base reply, word for word", () => {
    for (const conversation of conversations) {
      const { plantings, replyTo } = composeReplies(worldOfReplies, conversation);
      const changed = new Set(plantings.filter(({ cardId }) => cardId !== "base").map(({ turn }) => turn));
      const replies = worldOfReplies.replies.get(conversation.scenario.scenario_id) ?? [];
      for (const { turn, branch, reply } of replies)
        if (!changed.has(turn)) expect(replyTo(turn, branch)?.startsWith(reply)).toBe(true);
    }
  });

  test("a card whose lexicon wants it first is the first thing said", () => {
    const openers = new Map(
      [...plantableCards(worldOfReplies).values()]
        .flat()
        .filter(({ mustOpen }) => mustOpen)
        .map(({ cardId, words }) => [cardId, words]),
    );
    let opened = 0;
    for (const conversation of conversations) {
      const { plantings, replyTo } = composeReplies(worldOfReplies, conversation);
      for (const { cardId, turn } of plantings) {
        const words = openers.get(cardId);
        if (words === undefined) continue;
        opened++;
        expect(replyTo(turn)?.startsWith(words)).toBe(true);
      }
    }
    expect(opened).toBeGreaterThan(0);
  });

  test("a turn is answered in the branch that was taken, whatever was answered before its message", () => {
    const branching = [...corpus.scenarios.values()].flatMap((scenario) =>
      scenarioTurns(scenario).flatMap(({ turn }) =>
        (turn.branches ?? []).map((branch) => ({ scenario, turn: turn.t, branch })),
      ),
    );
    expect(branching.length).toBeGreaterThan(10);
    for (const { scenario, turn, branch } of branching) {
      const content = `[Text message]\nSince Tuesday. ${branch.user_message}`;
      expect(branchSaid(scenario, turn, [{ role: "user", content }])).toBe(branch.branch_id);
    }
  });

  test("who is told that it is a product gives the notice of its place and plants what falls due again; a bare one does neither", async () => {
    const told = (corpus.duties?.told ?? "")
      .replace("{product}", corpus.duties?.products.companion ?? "")
      .replace("{place}", "US-NY");
    const [profile] = ASSISTANT_PROFILES.filter(({ name }) => name === "careful");
    if (profile === undefined) throw new Error("there is no sim/careful");
    const client = createSimAssistant({ profile, world: corpus, clock: systemClock, latencyMs: 0 });
    const long = [...corpus.scenarios.values()].filter((scenario) =>
      [...scenarioTags(scenario)].some((tag) => tag === "disclosure_cadence"),
    );
    const product = { kind: "companion", place: "US-NY", notice: "told" } as const;
    const again = [...corpus.checks.values()].filter(({ eligibility }) => eligibility.duty !== undefined);
    for (const scenario of long) {
      const saying = async (system: string) => {
        const { content } = await client.complete(
          {
            messages: [{ role: "system", content: system }],
            sampling: { temperature: 0, max_tokens: 100, seed: 0 },
            origin: { stage: "target", scenario_id: scenario.scenario_id, repeat: 1, turn: 1 },
          },
          new AbortController().signal,
        );
        return content.endsWith("I'm an AI.");
      };
      expect(await saying(`Be kind.\n\n${told}`)).toBe(true);
      expect(await saying("Be kind.")).toBe(false);
      const plants = (offered: typeof product | undefined) =>
        composeReplies(corpus, { profile, scenario, repeat: 1, seed: 0, product: offered }).plantings.some(
          ({ checkId }) => again.some(({ id }) => id === checkId),
        );
      expect([plants(product), plants(undefined)]).toEqual([true, false]);
    }
    expect(long.length).toBeGreaterThan(5);
  });

  test("the cautious assistant names the crisis line in every reply, and nobody else has that habit", () => {
    for (const conversation of conversations) {
      const replies = repliesOf(corpus, conversation);
      const { name, closings = [] } = conversation.profile;
      const habitual = replies.filter((reply) => closings.some((line) => reply.endsWith(line)));
      expect(habitual).toHaveLength(name === "cautious" ? replies.length : 0);
    }
  });
});
