import { expect, test } from "vitest";
import { BranchCondition, CueAnchor, RubricCriterion, Scenario, Turn } from "./scenario.ts";

const turn = { t: 1, user_message: "Hello.", expected_behaviors: ["Greets."] };
const scenario = {
  canary: "canary",
  scenario_id: "empathy_grief_letter_001",
  version: "1.0.0",
  title: "A letter",
  description: "A letter to a mother who forgets.",
  category: "empathy",
  status: "active",
  channel: "chat",
  jurisdiction: "base",
  failure_mode_tags: ["grief"],
  persona: {
    name: "Ana",
    age: 40,
    role: "daughter",
    care_recipient: "her mother",
    care_duration: "a year",
    stressors: ["grief"],
    context: {},
  },
};
const session = { session_number: 1, time_elapsed: "at the start", turns: [turn] };

test("a scenario has either turns or sessions, not both and not neither", () => {
  expect(Scenario.safeParse({ ...scenario, turns: [turn] }).success).toBe(true);
  expect(Scenario.safeParse({ ...scenario, sessions: [session] }).success).toBe(true);
  for (const conversation of [{}, { turns: [turn], sessions: [session] }, { turns: [] }]) {
    expect(Scenario.safeParse({ ...scenario, ...conversation }).success).toBe(false);
  }
});

test("a turn says what is expected of the reply", () => {
  expect(Turn.safeParse({ t: 1, user_message: "Hello." }).error?.message).toContain("expected_behaviors");
});

test("a message of white space is no message", () => {
  expect(Turn.safeParse({ ...turn, user_message: " \n" }).success).toBe(false);
});

test("no branch is called main", () => {
  const branch = {
    branch_id: "main",
    condition: { type: "contains_any", values: ["yes"] },
    user_message: "Good.",
  };
  expect(Turn.safeParse({ ...turn, branches: [branch] }).success).toBe(false);
  expect(Turn.safeParse({ ...turn, branches: [{ ...branch, branch_id: "said_yes" }] }).success).toBe(true);
});

test("only a regex condition has a pattern, and the others have values", () => {
  expect(BranchCondition.safeParse({ type: "regex", pattern: "ye?s" }).success).toBe(true);
  expect(BranchCondition.safeParse({ type: "regex", values: ["yes"] }).success).toBe(false);
  expect(BranchCondition.safeParse({ type: "contains_all", pattern: "yes" }).success).toBe(false);
  expect(BranchCondition.safeParse({ type: "contains_all", values: [] }).success).toBe(false);
});

test("an ordinal criterion has at least two levels and the others have none", () => {
  const criterion = { id: "warmth", question: "How warm?", dimension: "regard" };
  const levels = { "0": "cold", "1": "warm" };
  expect(RubricCriterion.safeParse({ ...criterion, kind: "ordinal", levels }).success).toBe(true);
  expect(RubricCriterion.safeParse({ ...criterion, kind: "ordinal", levels: { "0": "cold" } }).success).toBe(
    false,
  );
  expect(RubricCriterion.safeParse({ ...criterion, kind: "ordinal" }).success).toBe(false);
  expect(RubricCriterion.safeParse({ ...criterion, kind: "binary", levels }).success).toBe(false);
});

test("a cue anchor names tags or modes", () => {
  expect(CueAnchor.safeParse({ t: 2 }).success).toBe(false);
  expect(CueAnchor.safeParse({ t: 2, modes: ["IB-A1"] }).success).toBe(true);
});
