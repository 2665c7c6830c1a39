import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Check } from "../schema/corpus/check.ts";
import { Scenario } from "../schema/corpus/scenario.ts";
import { Tag } from "../schema/ids.ts";
import { isEligible, scenarioTags, scenarioTurns } from "./scenarios.ts";

describe("scenario turns", () => {
  const fixture = join(import.meta.dirname, "../../test/fixtures/artefacts/authored/scenario.json");
  const inSessions = Scenario.parse(JSON.parse(readFileSync(fixture, "utf8")));

  test("the turns of sessions run on, and each session's first is marked", () => {
    const turns = scenarioTurns(inSessions);
    expect(
      turns.map(({ turn, session, firstOfSession }) => [turn.t, session?.session_number, firstOfSession]),
    ).toEqual([
      [1, 1, true],
      [2, 1, false],
      [3, 2, true],
    ]);
  });

  test("without sessions no turn begins one", () => {
    const { sessions, ...scenario } = inSessions;
    const turns = scenarioTurns({ ...scenario, turns: sessions?.[0]?.turns });
    expect(turns.map(({ turn, session, firstOfSession }) => [turn.t, session, firstOfSession])).toEqual([
      [1, null, false],
      [2, null, false],
    ]);
  });
});

describe("scenario tags", () => {
  const authored = join(import.meta.dirname, "../../test/fixtures/artefacts/authored");
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
});
