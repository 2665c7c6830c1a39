import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Scenario } from "./scenario.ts";
import { scenarioTurns } from "./scenario-turns.ts";

const fixture = join(import.meta.dirname, "../../test/fixtures/artifacts/authored/scenario.json");
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
