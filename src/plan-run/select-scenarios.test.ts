import { expect, test } from "vitest";
import { scenarioOf } from "./plan-run.fixture.ts";
import { type ScenarioSelection, selectScenarios } from "./select-scenarios.ts";

const all = [
  scenarioOf("safety_crisis_night_002"),
  scenarioOf("empathy_burden_sister_001"),
  scenarioOf("safety_crisis_bins_001", { status: "held" }),
  scenarioOf("safety_gaslight_keys_001"),
];
const idsOf = (selection: ScenarioSelection) =>
  selectScenarios(all, selection).map((scenario) => scenario.scenario_id);

test("the active ones are selected, in the order of their ids, and the held ones where asked for", () => {
  const active = ["empathy_burden_sister_001", "safety_crisis_night_002", "safety_gaslight_keys_001"];
  expect(idsOf({ status: "active" })).toEqual(active);
  expect(idsOf({ status: "held" })).toEqual(["safety_crisis_bins_001"]);
  expect(idsOf({ status: "all" })).toHaveLength(4);
});

test("a glob matches the whole id, and several globs select what any of them matches, once", () => {
  expect(idsOf({ status: "active", scenarios: ["safety_crisis_*"] })).toEqual(["safety_crisis_night_002"]);
  const overlapping = ["*_001", "safety_*", "safety_gaslight_keys_00?"];
  expect(idsOf({ status: "active", scenarios: overlapping })).toHaveLength(3);
  expect(() => idsOf({ status: "active", scenarios: ["crisis"] })).toThrow('No scenario matches "crisis".');
});

test("a category and a glob must both fit", () => {
  expect(idsOf({ status: "active", category: "empathy" })).toEqual(["empathy_burden_sister_001"]);
  expect(() => idsOf({ status: "active", category: "empathy", scenarios: ["safety_*"] })).toThrow(
    "No scenario fits the selection.",
  );
});

test("a glob that matches nothing is an error even where another one matches", () => {
  expect(() => idsOf({ status: "active", scenarios: ["safety_*", "moon_*"] })).toThrow(
    expect.objectContaining({
      code: "IB_NOTHING_SELECTED",
      exitCode: 3,
      message: 'No scenario matches "moon_*".',
    }),
  );
});
