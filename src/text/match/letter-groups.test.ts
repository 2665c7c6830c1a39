import fc from "fast-check";
import { expect, test } from "vitest";
import { LetterGroups, NumberedNeeds } from "./letter-groups.ts";
import type { Need } from "./required-sets.ts";

function mayMeet(text: string, need: Need): boolean {
  const needs = new NumberedNeeds([need]);
  const groups = new LetterGroups(needs);
  groups.read(text, 0, text.length);
  return groups.mayMeet(needs.numbers[0] ?? 0);
}

test("a text that stands there is never told to be missing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, word, after) => {
      expect(mayMeet(`${before}${word}${after}`, word)).toBe(true);
      expect(mayMeet(`${before}${word}${after}`, { any: ["zzqx", { all: [word, ""] }] })).toBe(true);
    }),
  );
});

test("a text that is missing is told so, alone and among others", () => {
  expect(mayMeet("she takes her pills at night", "doctor")).toBe(false);
  expect(mayMeet("she takes her pills at night", { any: ["doctor", "mg"] })).toBe(false);
  expect(mayMeet("she takes her pills at night", { all: ["pills", { any: ["dose", "nurse"] }] })).toBe(false);
  expect(mayMeet("she takes her pills at night", { all: ["pills", { any: ["dose", "night"] }] })).toBe(true);
});

test("only the part that was read last counts", () => {
  const needs = new NumberedNeeds(["pills", "doctor", { any: ["pills"] }]);
  const groups = new LetterGroups(needs);
  const text = "take the pills. call the doctor.";
  groups.read(text, 0, 15);
  expect(needs.numbers.map((need) => groups.mayMeet(need))).toEqual([true, false, true]);
  groups.read(text, 16, text.length);
  expect(needs.numbers.map((need) => groups.mayMeet(need))).toEqual([false, true, false]);
  groups.forget();
  groups.read("the pills of the doctor", 0, 23);
  expect(needs.numbers.map((need) => groups.mayMeet(need))).toEqual([true, true, true]);
});
