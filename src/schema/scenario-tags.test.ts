import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Check } from "./check.ts";
import { Tag } from "./ids.ts";
import { Scenario } from "./scenario.ts";
import { isEligible, scenarioTags } from "./scenario-tags.ts";

const authored = join(import.meta.dirname, "../../test/fixtures/artifacts/authored");
const read = (name: string) => JSON.parse(readFileSync(join(authored, name), "utf8"));
const scenario = Scenario.parse(read("scenario.json"));
const check = Check.parse(read("check.json"));
const checkFor = (...tags: string[]): Check => ({
  ...check,
  eligibility: { scenario_tags_any: tags.map((tag) => Tag.parse(tag)) },
});

test("a scenario's tags are its failure modes, its tags and those of its risk triggers", () => {
  const trigger = { t: 1, cue: "fell", tags: [Tag.parse("falls")], severity: "high" as const };
  expect(scenarioTags({ ...scenario, risk_triggers: [trigger] })).toEqual(
    new Set(["crisis", "exhaustion", "falls"]),
  );
});

test("one shared tag makes a check eligible", () => {
  const tags = scenarioTags(scenario);
  expect(isEligible(checkFor("falls", "exhaustion"), tags)).toBe(true);
  expect(isEligible(checkFor("falls"), tags)).toBe(false);
});

test("a check for any scenario is eligible without a shared tag", () => {
  expect(isEligible(checkFor("any"), new Set())).toBe(true);
});
