import { expect, test } from "vitest";
import { checkWith, headerFor, scenarioWith } from "../schema/artefacts.fixture.ts";
import { Tag } from "../schema/ids.ts";
import { planTranscript } from "./plan-transcript.ts";

const check = checkWith(
  { route: "llm_primary", unit_of_analysis: "turn_level" },
  { eligibility: { scenario_tags_any: ["practical_ask"] } },
);
const tags = [Tag.parse("practical_ask")];

test("a conversation without a scenario is looked at by its own tags", () => {
  const tagged = { header: headerFor("import_a", { tags }), messages: [] };
  expect(planTranscript(tagged, null, [check]).eligible).toEqual([check.id]);
  const untagged = { header: headerFor("import_a"), messages: [] };
  expect(planTranscript(untagged, null, [check]).eligible).toEqual([]);
});

test("where there is a scenario its tags decide", () => {
  const scenario = scenarioWith({
    turns: [{ t: 1, user_message: "Hello.", expected_behaviors: ["Listens"] }],
  });
  const transcript = { header: headerFor(scenario.scenario_id, { tags }), messages: [] };
  expect(planTranscript(transcript, scenario, [check]).eligible).toEqual([]);
});
