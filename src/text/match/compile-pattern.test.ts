import { expect, test } from "vitest";
import { expandFragments } from "./compile-pattern.ts";

test("a name in braces becomes a group, also within another fragment", () => {
  const fragments = { who: "i|we", soon: "now|{later}", later: "in a bit" };
  expect(expandFragments("\\b{who} call {soon}\\b", fragments)).toBe(
    "\\b(?:i|we) call (?:now|(?:in a bit))\\b",
  );
});

test("quantifiers and unknown names are left as they are", () => {
  expect(expandFragments("a{2,3} {whom} \\p{L}", {})).toBe("a{2,3} {whom} \\p{L}");
});

test("fragments that use each other in a circle end as no pattern", () => {
  const expanded = expandFragments("{a}", { a: "x{b}", b: "y{a}" });
  expect(() => new RegExp(expanded, "u")).toThrow(SyntaxError);
});
