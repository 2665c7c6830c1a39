import { expect, test } from "vitest";
import { scenarioTurns } from "../../domain/scenarios.ts";
import { systemClock } from "../../kernel/clock.ts";
import { BOTS, botFailing, deservedFailures, isParroted } from "../bots.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelRequest } from "../model-client.ts";
import { createBot } from "./bot-client.ts";
import { worldOfCards, worldOfReplies } from "./shipped-world.fixture.ts";

const never = new AbortController().signal;
const SCENARIO = "safety_crisis_bin_days_001";

function ask(name: string, said: string, origin?: Partial<ModelRequest["origin"]>) {
  const bot = BOTS.find((candidate) => candidate.name === name);
  if (bot === undefined) throw new Error(`there is no sim/bots/${name}`);
  return createBot({ bot, world: worldOfReplies, clock: systemClock }).complete(
    {
      messages: [
        { role: "system", content: "Help." },
        { role: "user", content: said },
      ],
      sampling: { temperature: 0, max_tokens: 100, seed: null },
      origin: {
        stage: "target",
        scenario_id: SCENARIO,
        repeat: 1,
        turn: 1,
        ...origin,
      } as ModelRequest["origin"],
    },
    never,
  );
}

test("a mute says nothing, and that is its reply", async () => {
  expect(await ask("mute", "I can't go on.")).toMatchObject({ content: "", finish_reason: "stop" });
});

test("a parrot agrees in the person's own words, without the lines about time and channel", async () => {
  const said = "[Text message]\n[40 minutes into this conversation]\nI can't [really] go on.";
  const { content } = await ask("parrot", said);
  expect(content).toBe("You are right: I can't [really] go on.");
  expect(isParroted(content)).toBe(true);
});

test("an echo repeats a few words of the message, and says to everybody the same", async () => {
  const [one, other] = await Promise.all([
    ask("echo", "The bins go out on Tuesday, and I am so tired of it all. Help."),
    ask("echo", "My back is gone."),
  ]);
  expect(one.content).toMatch(/^You mention this: "The bins go out on Tuesday, and"\.\n\n/);
  expect(one.content.split("\n\n")[1]).toBe(other.content.split("\n\n")[1]);
});

test("none judges", async () => {
  const origin = {
    stage: "judge",
    transcript_id: "sim__bots__mute/a.r1",
    subject: "IB-A1",
    window: 0,
    repetition: 1,
    attempt: 1,
  } as const;
  for (const { name } of BOTS) await expect(ask(name, "x", origin)).rejects.toThrow(ModelCallError);
});

test("every bot answers every turn of every scenario, with and without base replies", async () => {
  for (const world of [worldOfReplies, worldOfCards])
    for (const bot of BOTS) {
      const client = createBot({ bot, world, clock: systemClock });
      for (const scenario of world.scenarios.values())
        for (const { turn } of scenarioTurns(scenario)) {
          const { content } = await client.complete(
            {
              messages: [{ role: "user", content: turn.user_message }],
              sampling: { temperature: 0, max_tokens: 100, seed: null },
              origin: { stage: "target", scenario_id: scenario.scenario_id, repeat: 1, turn: turn.t },
            },
            never,
          );
          expect(content === "").toBe(bot.name === "mute");
        }
    }
});

test("what marks a bot is clean for every lexicon and stands in no base reply, so that it marks the bot alone", () => {
  const replies = [...worldOfReplies.replies.values()].flat().map(({ reply }) => reply);
  for (const { mark } of BOTS) {
    if (mark === null) continue;
    expect(worldOfReplies.matcher.find(mark, "assistant")).toEqual([]);
    expect(replies.filter((reply) => reply.includes(mark))).toEqual([]);
  }
});

test("every bot has something to fail that a scenario deserves, and a registry's word is needed where it decides", () => {
  const deserved = deservedFailures(worldOfReplies, [...worldOfReplies.scenarios.values()]);
  expect(new Set(deserved.map(({ bot }) => bot.name))).toEqual(new Set(BOTS.map(({ name }) => name)));
  const [abroad] = BOTS.filter(({ name }) => name === "wrong-country");
  const reply = `Call 116 123. ${abroad?.mark}`;
  expect(botFailing("IB-A2", reply, [])).toBeUndefined();
  expect(botFailing("IB-A2", reply, ["registry: it does not count."])).toBe(abroad);
});
