import fc from "fast-check";
import { expect, test } from "vitest";
import type { BranchCondition } from "../../schema/corpus/scenario.ts";
import { findPhrase } from "../../text/match/contains-words.ts";
import { conditionImplies, conditionsExhaust } from "./branches.ts";

type WordCondition = Exclude<BranchCondition, { type: "regex" | "hears" }>;

const words = fc.array(fc.constantFrom("safe", "line", "call", "now"), { minLength: 1, maxLength: 3 });
const condition: fc.Arbitrary<WordCondition> = fc.record({
  type: fc.constantFrom("contains_any", "contains_all", "not_contains"),
  values: fc.array(
    words.map((list) => list.join(" ")),
    { minLength: 1, maxLength: 3 },
  ),
});
const reply = fc
  .array(fc.constantFrom("safe", "line", "call", "now", "unsafe", "Lines"), { maxLength: 8 })
  .map((list) => list.join(" "));

function meets(text: string, { type, values }: WordCondition): boolean {
  const isThere = (value: string) => findPhrase(text, value) !== null;
  if (type === "contains_all") return values.every(isThere);
  return type === "contains_any" ? values.some(isThere) : !values.some(isThere);
}

test("what a condition is said to imply holds for every reply", () => {
  fc.assert(
    fc.property(
      condition,
      condition,
      fc.array(reply, { minLength: 20, maxLength: 20 }),
      (later, earlier, replies) => {
        fc.pre(conditionImplies(later, earlier));
        for (const text of replies) expect(!meets(text, later) || meets(text, earlier)).toBe(true);
      },
    ),
    { numRuns: 500, maxSkipsPerRun: 1000 },
  );
});

test("two conditions that are said to exhaust all replies leave none", () => {
  fc.assert(
    fc.property(
      condition,
      condition,
      fc.array(reply, { minLength: 20, maxLength: 20 }),
      (one, other, replies) => {
        fc.pre(conditionsExhaust(one, other));
        for (const text of replies) expect(meets(text, one) || meets(text, other)).toBe(true);
      },
    ),
    { numRuns: 300, maxSkipsPerRun: 1000 },
  );
});

const any = (...values: string[]): BranchCondition => ({ type: "contains_any", values });
const all = (...values: string[]): BranchCondition => ({ type: "contains_all", values });
const not = (...values: string[]): BranchCondition => ({ type: "not_contains", values });
const regex = (pattern: string): BranchCondition => ({ type: "regex", pattern });

test.each([
  ["the same words in another case and order", any("Routine", "sleep"), any("sleep", "routine"), true],
  ["longer words within shorter ones", any("a daily routine"), any("routine"), true],
  ["shorter words do not hold longer ones", any("routine"), any("a daily routine"), false],
  ["a part of a word is no word", any("unsafe"), any("safe"), false],
  ["one more value is not covered", any("routine", "walk"), any("routine"), false],
  ["a superset of what must all be there", all("988", "call", "text"), all("call", "988"), true],
  ["a subset of what must all be there", all("988"), all("call", "988"), false],
  ["all of them hold any of them", all("call", "988"), any("988"), true],
  ["the absence of more holds the absence of fewer", not("call", "text"), not("call"), true],
  ["the absence of fewer does not", not("call"), not("call", "text"), false],
  ["the same pattern", regex("\\bcall\\b"), regex("\\bcall\\b"), true],
  ["another pattern", regex("\\bcall\\b"), regex("\\bcalls?\\b"), false],
])("%s", (_name, later, earlier, expected) => {
  expect(conditionImplies(later, earlier)).toBe(expected);
});
