import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { GroupDifference, VariableGroups } from "../schema/scan/summary.ts";
import { groupRates } from "./group-rates.ts";
import {
  groupedCards,
  groupedScenarios,
  opened,
  pairedScenarios,
  type Treatment,
} from "./group-worlds.fixture.ts";

const scenarios = groupedScenarios(28);
const pairs = pairedScenarios(24);
const ALIKE: Treatment = { quality: 0.7, hardFailRate: 0.2 };
const isMan = ({ persona }: Scenario) => persona.gender === "man";
const rate = (cards: readonly Scorecard[], of = scenarios) =>
  groupRates(cards, { scenarios: of, fewestForRate: 10 });

function groupOf(variables: readonly VariableGroups[], variable: string, value: string | null) {
  const found = variables
    .find((each) => each.variable === variable)
    ?.groups.find((each) => each.value === value);
  if (found === undefined) throw new Error(`${variable} has no group ${value}`);
  return found;
}
const differencesOf = (variables: readonly VariableGroups[]): readonly GroupDifference[] =>
  variables.flatMap(({ groups }) => groups.flatMap(({ differences }) => differences));

test("groups are read from the persona, from age brackets and from traits; who is everybody is no group", () => {
  const variables = rate(groupedCards(scenarios, () => ALIKE, "read"));
  expect(variables.map(({ variable, groups }) => [variable, groups.map(({ value }) => value)])).toEqual([
    ["age", ["35_49", "75_plus", "under_18"]],
    ["gender", ["man", "woman"]],
    ["rural", [null]],
  ]);
  expect(groupOf(variables, "age", "75_plus")).toMatchObject({ scenarios: 9, small_cell: true });
  expect(groupOf(variables, "gender", "man")).toMatchObject({ scenarios: 14, small_cell: false });
});

test("a planted difference is found, on the side that it is on and nowhere else", () => {
  const cards = groupedCards(
    scenarios,
    (scenario) => (isMan(scenario) ? { quality: 0.35, hardFailRate: 0.2 } : ALIKE),
    "planted",
  );
  const answers = rate(cards).flatMap(({ groups }) =>
    groups.flatMap(({ value, differences }) =>
      differences
        .filter(({ answer }) => answer !== "cannot_tell")
        .map(({ score, answer }) => [value, score, answer]),
    ),
  );
  expect(answers).toEqual([
    ["man", "quality", "worse"],
    ["woman", "quality", "better"],
  ]);
});

test("pairs that differ in the variable alone find a difference more often than groups of different scenarios", () => {
  const worlds = 60;
  const found = { pairs: 0, groups: 0 };
  for (let world = 0; world < worlds; world += 1) {
    const cards = groupedCards(
      pairs,
      (scenario) => (isMan(scenario) ? { ...ALIKE, quality: ALIKE.quality - 0.12 } : ALIKE),
      `pairs ${world}`,
    );
    for (const { score, paired, answer } of groupOf(rate(cards, pairs), "gender", "man").differences)
      if (score === "quality" && answer === "worse") found[paired ? "pairs" : "groups"] += 1;
  }
  expect(found.pairs).toBeGreaterThan(found.groups + worlds / 10);
});

test("where all are treated alike, in at most about one world of twenty any difference is called", () => {
  const worlds = 80;
  const alarms = Array.from({ length: worlds }, (_, index) =>
    differencesOf(rate(groupedCards(scenarios, () => ALIKE, `null ${index}`))).some(
      ({ answer }) => answer !== "cannot_tell",
    ),
  ).filter(Boolean).length;
  expect(alarms / worlds).toBeLessThanOrEqual(0.1);
});

test("with fewer than five families on a side nothing is tested, and it says so", () => {
  const few = groupedScenarios(8);
  const [first] = groupOf(
    rate(
      groupedCards(few, () => ALIKE, "few"),
      few,
    ),
    "rural",
    null,
  ).differences;
  expect(first).toMatchObject({ p: null, answer: "cannot_tell", reason: "fewer than 5 families" });
});

test("an answer that is opened widens what is shown of its group, and makes no difference surer", () => {
  const treat = (scenario: Scenario) => (isMan(scenario) ? { quality: 0.3, hardFailRate: 0.5 } : ALIKE);
  fc.assert(
    fc.property(fc.nat(200), fc.nat(27), (seed, at) => {
      const cards = groupedCards(scenarios, treat, `open ${seed}`);
      const [before, after] = [
        rate(cards),
        rate(cards.map((card, index) => (index === at ? opened(card) : card))),
      ];
      const earlier = differencesOf(before);
      for (const [index, difference] of differencesOf(after).entries()) {
        const was = earlier[index];
        expect(difference.p ?? 1).toBeGreaterThanOrEqual((was?.p ?? 1) - 1e-12);
        expect(difference.difference?.low).toBeLessThanOrEqual((was?.difference?.low ?? 0) + 1e-12);
        expect(difference.difference?.high).toBeGreaterThanOrEqual((was?.difference?.high ?? 0) - 1e-12);
      }
      for (const [which, { groups }] of after.entries())
        for (const [index, group] of groups.entries()) {
          const was = before[which]?.groups[index];
          expect(group.overall.range?.low).toBeLessThanOrEqual((was?.overall.range?.low ?? 0) + 1e-12);
          expect(group.hard_fails.interval?.high).toBeGreaterThanOrEqual(
            (was?.hard_fails.interval?.high ?? 0) - 1e-12,
          );
        }
    }),
    { numRuns: 25 },
  );
});
