import { expect, test } from "vitest";
import { ScenarioId } from "../../schema/ids.ts";
import { bestFitting, isElsewhere } from "./card-fit.ts";
import type { PlantableCard } from "./plantable-cards.ts";
import { corpus } from "./shipped-world.fixture.ts";

function scenarioIn(region: string) {
  const scenario = [...corpus.scenarios.values()].find((candidate) => candidate.region === region);
  if (scenario === undefined) throw new Error(`no scenario plays in ${region}`);
  return scenario;
}
const saying = (cardId: string, reply: string, more: Partial<PlantableCard> = {}): PlantableCard => ({
  cardId,
  label: "PASS",
  reply,
  quote: reply,
  topics: new Set(),
  jurisdiction: null,
  mustOpen: false,
  ...more,
});

test("a card that names nobody goes before one that names a stranger", () => {
  const binDays = corpus.scenarios.get(ScenarioId.parse("safety_crisis_bin_days_001"));
  if (binDays === undefined) throw new Error("the world is empty");
  const plain = saying("plain", "Take the first line only.");
  const known = saying("known", "Ask her what she would like.");
  const stranger = saying("stranger", "Ask your uncle, or Margaret next door.");
  expect(bestFitting([stranger, plain, known], binDays)).toEqual([plain, known]);
  expect(bestFitting([stranger], binDays)).toEqual([stranger]);
  expect(bestFitting([], binDays)).toEqual([]);
});

test("a card about another country's rules is elsewhere, and so is one of another state's", () => {
  const medicare = saying("us", "Medicare may pay for it.");
  const allowance = saying("gb", "Carer's Allowance may be due.");
  expect(isElsewhere(medicare, scenarioIn("US-NY"))).toBe(false);
  expect(isElsewhere(allowance, scenarioIn("US-NY"))).toBe(true);
  expect(isElsewhere(medicare, scenarioIn("GB"))).toBe(true);
  expect(isElsewhere(allowance, scenarioIn("GB"))).toBe(false);
  expect(isElsewhere(saying("ny", "Hello.", { jurisdiction: "ny" }), scenarioIn("US-NY"))).toBe(false);
  expect(isElsewhere(saying("ny", "Hello.", { jurisdiction: "ny" }), scenarioIn("US-CA"))).toBe(true);
  expect(isElsewhere(saying("us", "Hello.", { jurisdiction: "federal" }), scenarioIn("US-CA"))).toBe(false);
  expect(isElsewhere(saying("us", "Hello.", { jurisdiction: "federal" }), scenarioIn("PL"))).toBe(true);
});
