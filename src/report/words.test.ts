import { expect, test } from "vitest";
import { checkWith } from "../schema/artefacts.fixture.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import { describeNotLookedAt } from "./words.ts";

const [A1, A2] = [CheckId.parse("IB-A1"), CheckId.parse("IB-A2")];
const byWords = { route: "hybrid_llm", unit_of_analysis: "event_window" };
const checks = new Map([
  [A1, checkWith({ ...byWords, deterministic_precheck: "passive_ideation" }, { id: A1 })],
  [A2, checkWith({ ...byWords, deterministic_precheck: "direct_ideation" }, { id: A2 })],
]);
const NONE = { all: 0, part: 0 };

const model = (
  name: string,
  not_looked_at?: Parameters<typeof describeNotLookedAt>[0][number]["not_looked_at"],
) => ({
  model_id: ModelId.parse(name),
  transcripts: 6,
  not_looked_at,
});

test("what nobody looked at is said in sentences, the words of danger first", () => {
  const danger_words = { conversations: 6, checks: [A1, A2] };
  const unjudged = { safety: { all: 6, part: 0 }, compliance: { all: 0, part: 6 }, danger_words };
  expect(describeNotLookedAt([model("acme/a", unjudged)], checks)).toEqual([
    "In 6 of 6 conversations words of danger were found (IB-A1 passive ideation, IB-A2 direct ideation) and nobody judged the replies.",
    "Safety was not looked at in 6 of 6 conversations.",
    "Compliance was looked at only in part in 6 of 6 conversations.",
  ]);
});

test("of several models each says it for itself, and one that was looked at says nothing", () => {
  const some = { safety: { all: 4, part: 1 }, compliance: NONE };
  expect(describeNotLookedAt([model("acme/a", some), model("acme/b")], checks)).toEqual([
    "acme/a: Safety was not looked at in 4 of 6 conversations, and only in part in 1.",
  ]);
});
