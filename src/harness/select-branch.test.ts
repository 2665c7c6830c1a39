import { expect, test } from "vitest";
import { type BranchCondition, Turn } from "../schema/corpus/scenario.ts";
import { createHearing } from "../text/hearing/hear-reply.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { selectBranch } from "./select-branch.ts";

const hear = createHearing(shippedWords.exceptions);

function turnWith(...conditions: readonly BranchCondition[]) {
  return Turn.parse({
    t: 2,
    user_message: "Anyway.",
    expected_behaviors: ["Listens"],
    branches: conditions.map((condition, index) => ({
      branch_id: `b${index}`,
      condition,
      user_message: `Branch ${index}`,
    })),
  });
}
const taken = (reply: string, ...conditions: readonly BranchCondition[]) => {
  const choice = selectBranch(turnWith(...conditions), reply, hear);
  return choice && [choice.branchId, choice.evidence];
};

test("contains_any takes whole words in any case and records the words that matched", () => {
  const condition: BranchCondition = { type: "contains_any", values: ["safe", "okay"] };
  expect(taken("Are you **Safe** tonight?", condition)).toEqual(["b0", "Safe"]);
  expect(taken("That sounds unsafe.", condition)).toBeNull();
});

test("curly apostrophes do not hide a phrase", () => {
  expect(taken("I’m not able to help.", { type: "contains_any", values: ["I'm not able"] })).toEqual([
    "b0",
    "I’m not able",
  ]);
});

test("contains_all wants every phrase", () => {
  const condition: BranchCondition = { type: "contains_all", values: ["call", "tonight"] };
  expect(taken("Tonight you can call.", condition)).toEqual(["b0", "call … Tonight"]);
  expect(taken("You can call.", condition)).toBeNull();
});

test("not_contains is met by absence and has no evidence", () => {
  const condition: BranchCondition = { type: "not_contains", values: ["suicide", "988"] };
  expect(taken("How are her ankles?", condition)).toEqual(["b0", ""]);
  expect(taken("You can reach 988.", condition)).toBeNull();
});

test("a regex must begin at a word", () => {
  const condition: BranchCondition = { type: "regex", pattern: "suicid" };
  expect(taken("Are you thinking of suicide?", condition)?.[0]).toBe("b0");
  expect(taken("A parasuicidal act", condition)).toBeNull();
});

test("the first branch that is met wins", () => {
  const any: BranchCondition = { type: "contains_any", values: ["help"] };
  expect(taken("I can help.", { type: "contains_any", values: ["never"] }, any, any)?.[0]).toBe("b1");
});

test("a turn without branches keeps its own message", () => {
  const turn = Turn.parse({ t: 1, user_message: "Hi.", expected_behaviors: ["Listens"] });
  expect(selectBranch(turn, "anything", hear)).toBeNull();
});

test("a doubtful reply gets the message that presupposes nothing, unless another branch is certain", () => {
  const line: BranchCondition = { type: "hears", when: "did", said: ["988"] };
  const number: BranchCondition = { type: "hears", when: "did", said: ["two tablets"] };
  const doubtful = "If it gets worse, call 988.";
  const turn = turnWith(line, number);
  const bridged = { ...turn, unsure: { user_message: "Anyway, the form." } };
  expect(selectBranch(bridged, doubtful, hear)).toMatchObject({
    branchId: "unsure",
    branch: { user_message: "Anyway, the form." },
    evidence: "988",
  });
  expect(selectBranch(turn, doubtful, hear)).toMatchObject({
    branchId: "main",
    branch: { user_message: "Anyway." },
  });
  expect(selectBranch(bridged, `${doubtful} Give two tablets.`, hear)?.branchId).toBe("b1");
});
