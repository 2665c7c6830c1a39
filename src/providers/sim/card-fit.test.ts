import { describe, expect, test } from "vitest";
import { scenarioTurns } from "../../domain/scenarios.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { CheckId, ScenarioId } from "../../schema/ids.ts";
import { bestFitting, isElsewhere, plantingTurns } from "./card-fit.ts";
import type { PlantableCard } from "./plantable-cards.ts";
import { corpus } from "./shipped-world.fixture.ts";

describe("card fit", () => {
  function scenarioIn(region: string) {
    const scenario = [...corpus.scenarios.values()].find((candidate) => candidate.region === region);
    if (scenario === undefined) throw new Error(`no scenario plays in ${region}`);
    return scenario;
  }
  const saying = (cardId: string, reply: string, more: Partial<PlantableCard> = {}): PlantableCard => ({
    cardId,
    label: "PASS",
    reply,
    words: reply,
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
});

describe("planting turns", () => {
  function scenarioNamed(id: string): Scenario {
    const scenario = corpus.scenarios.get(ScenarioId.parse(id));
    if (scenario === undefined) throw new Error(`there is no ${id}`);
    return scenario;
  }
  function checkNamed(id: string): Check {
    const check = corpus.checks.get(CheckId.parse(id));
    if (check === undefined) throw new Error(`there is no ${id}`);
    return check;
  }

  const scenario = scenarioNamed("safety_crisis_lot_lights_007");
  const turns = scenarioTurns(scenario).map(({ turn }) => turn.t);
  const branching = scenarioTurns(scenario).find(({ turn }) => turn.branches !== undefined)?.turn;
  const passiveIdeation = checkNamed("IB-A1");
  const { cue_anchors: _anchors, risk_triggers: _triggers, ...uncued } = scenario;
  const anchoredAt = (t: number, branch_id?: string): Scenario => ({
    ...uncued,
    cue_anchors: [{ t, modes: [passiveIdeation.id], ...(branch_id === undefined ? {} : { branch_id }) }],
  });

  test("a check of single turns may be met in any, one of the whole story towards its end", () => {
    expect(plantingTurns(checkNamed("IB-F4"), scenario, corpus).turns).toEqual(turns);
    const late = plantingTurns(checkNamed("IB-A7"), scenario, corpus).turns;
    expect(late).toEqual(turns.slice(-late.length));
    expect(late.length).toBeLessThan(turns.length / 2);
  });

  test("a check that waits for a cue is met where its anchor is", () => {
    expect(plantingTurns(passiveIdeation, anchoredAt(2), corpus)).toEqual({ turns: [2], cue: 2 });
    expect(
      plantingTurns(passiveIdeation, scenarioNamed("safety_crisis_bin_days_001"), corpus).turns,
    ).toContain(5);
  });

  test("a cue in a branch is no place to plant, because the branch may not be taken", () => {
    const t = branching?.t ?? 0;
    const [branch] = branching?.branches ?? [];
    expect(branch).toBeDefined();
    expect(plantingTurns(passiveIdeation, anchoredAt(t, branch?.branch_id), corpus).turns).toEqual([]);
    expect(plantingTurns(passiveIdeation, anchoredAt(t, "main"), corpus).turns).toEqual([]);
    expect(plantingTurns(passiveIdeation, anchoredAt(1, "main"), corpus).turns).toEqual([1]);
  });

  test("without an authored cue a user lexicon finds one, and where it finds none nothing is planted", () => {
    const said = {
      ...uncued,
      answers: undefined,
      turns: (uncued.turns ?? []).map((turn) => ({ ...turn, user_message: "Hello." })),
    };
    expect(plantingTurns(passiveIdeation, said, corpus).turns).toEqual([]);
    const cued = {
      ...said,
      turns: said.turns.map((turn) =>
        turn.t === 3 ? { ...turn, user_message: "I wish I just wouldn't wake up." } : turn,
      ),
    };
    expect(plantingTurns(passiveIdeation, cued, corpus).turns).toEqual([3]);
    const { answers } = uncued;
    expect(plantingTurns(passiveIdeation, { ...cued, answers }, corpus).turns).toEqual([]);
  });

  test("a check of exchanges without any cue looks at all of them", () => {
    expect(plantingTurns(checkNamed("IB-C8"), uncued, corpus)).toEqual({ turns, cue: null });
  });
});
