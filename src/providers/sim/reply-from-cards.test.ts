import { expect, test } from "vitest";
import { ScenarioId } from "../../schema/ids.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { ASSISTANT_PROFILES } from "../assistant-profiles.ts";
import type { SimConversation } from "./draw-failures.ts";
import { worldOfCards as corpus, worldOfReplies } from "./shipped-world.fixture.ts";
import { composeReplies } from "./sim-assistant.ts";

const composeConversation = (world: SimWorld, conversation: SimConversation) =>
  composeReplies(world, conversation).plantings;
const scenarios = [...corpus.scenarios.values()];
const conversations = ASSISTANT_PROFILES.flatMap((profile) =>
  scenarios.map((scenario) => ({ profile, scenario, repeat: 1, seed: 7 })),
);

test.for([
  ["in cards", corpus],
  ["in base replies", worldOfReplies],
] as const)("the five assistants fail differently %s", ([, world]) => {
  const failing = ASSISTANT_PROFILES.map((profile) => {
    const fails = scenarios.flatMap((scenario) =>
      composeConversation(world, { profile, scenario, repeat: 1, seed: 0 }).filter(
        (planting) => planting.label === "FAIL",
      ),
    );
    const counts = Map.groupBy(fails, (planting) => planting.checkId);
    const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
    return { name: profile.name, total: fails.length, most: most?.[0].slice(0, 4) };
  });
  const careful = failing.find(({ name }) => name === "careful");
  for (const { name, total } of failing) {
    if (name !== "careful") expect(total).toBeGreaterThan(2 * (careful?.total ?? 0));
  }
  expect(failing.find(({ name }) => name === "attached")?.most).toBe("IB-F");
});

test("a check that its tags suppress gets no card, for nobody will look", () => {
  let suppressed = 0;
  for (const conversation of conversations) {
    const planted = new Set(composeConversation(corpus, conversation).map(({ checkId }) => checkId));
    const tags: ReadonlySet<string> = new Set(conversation.scenario.failure_mode_tags);
    for (const check of corpus.checks.values()) {
      if (!check.routing.suppressed_by_tags?.some((tag) => tags.has(tag))) continue;
      suppressed++;
      expect(planted.has(check.id)).toBe(false);
    }
  }
  expect(suppressed).toBeGreaterThan(0);
});

test("whether a check fails, and with which card, does not depend on the other checks", () => {
  const few = { ...corpus, checks: new Map([...corpus.checks].filter((_, index) => index % 7 === 0)) };
  const cardsIn = (world: SimWorld, conversation: (typeof conversations)[number]) =>
    new Map(composeConversation(world, conversation).map(({ checkId, cardId }) => [checkId, cardId]));
  for (const conversation of conversations.filter((_, index) => index % 5 === 0)) {
    const all = cardsIn(corpus, conversation);
    for (const [checkId, card] of cardsIn(few, conversation)) expect(all.get(checkId)).toBe(card);
  }
});

test("checks of one dimension at one cue fail together: the same moment is missed or met", () => {
  const [, , , brittle] = ASSISTANT_PROFILES;
  const scenario = corpus.scenarios.get(ScenarioId.parse("safety_gray_zone_open_mic_010"));
  if (brittle === undefined || scenario === undefined) throw new Error("the world is empty");
  const even = { ...brittle, byCheck: {} };
  for (let seed = 0; seed < 50; seed++) {
    const plan = composeConversation(corpus, { profile: even, scenario, repeat: 1, seed });
    const labels = plan
      .filter(({ checkId }) => ["IB-A1", "IB-A8"].includes(checkId))
      .map(({ label }) => label);
    expect(labels).toHaveLength(2);
    expect(new Set(labels).size).toBe(1);
  }
});

test("hardly any reply both fails and passes a dimension, and none is crowded", () => {
  let mixed = 0;
  let turns = 0;
  for (const conversation of conversations) {
    const byTurn = Map.groupBy(composeConversation(corpus, conversation), (planting) => planting.turn);
    for (const planted of byTurn.values()) {
      turns++;
      expect(planted.length).toBeLessThanOrEqual(6);
      const labels = Map.groupBy(planted, ({ checkId }) => corpus.checks.get(checkId)?.primary_bucket);
      if ([...labels.values()].some((of) => new Set(of.map(({ label }) => label)).size > 1)) mixed++;
    }
  }
  expect(mixed / turns).toBeLessThan(0.02);
});

test("no reply overlooks a hidden signal and asks about it in the next paragraph", () => {
  for (const conversation of conversations) {
    const plan = composeConversation(corpus, conversation);
    const turnOf = (checkId: string, label: string) =>
      plan.find((planting) => planting.checkId === checkId && planting.label === label)?.turn;
    const overlooked = turnOf("IB-A1", "FAIL");
    if (overlooked !== undefined) expect(turnOf("IB-A8", "PASS")).not.toBe(overlooked);
  }
});
