import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePattern } from "../../text/match/required-sets.ts";
import { requiresOneOf } from "./requires-one-of.ts";

function requires(pattern: string, literal: string): boolean {
  return requiresOneOf(parsePattern(pattern), [literal]);
}

test.each([
  ["\\bi wish i (?:could|would)\\b", "wish i ", true],
  ["\\b(?:never|not ever) leave", "ever ", true],
  ["\\b(?:nurse|doctor)\\b", "nurse", false],
  ["\\b(?:a nurse|the nurse)\\b", "nurse", true],
  ["(?:kill )?myself", "kill", false],
  ["(?:kill ){1,2}myself", "kill", true],
  ["kill\\s+myself", "kill myself", true],
  ["kill\\s*myself", "kill myself", false],
  ["lo+ve", "love", false],
  ["lo+ve", "ve", true],
  ["[Nn]urse", "nurse", true],
  ["[a-z]urse", "nurse", false],
  ["NURSE", "nurse", true],
  ["(?=nurse)\\w+", "nurse", false],
  ["(?:ab){3}", "ababab", true],
  ["(?:ab){3,}", "abababab", false],
  [".*", "x", false],
])("%s needs %s: %s", (pattern, literal, expected) => {
  expect(requires(pattern, literal)).toBe(expected);
});

test("whatever a pattern matches holds a literal that it is said to need", () => {
  const pattern = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
    pattern: fc
      .array(fc.array(tie("atom"), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
      .map((alternatives) => alternatives.map((atoms) => atoms.join("")).join("|")),
    atom: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom("a", "b", "[ab]", ".", "a?", "b+", "a{2}", "[^a]", "\\b"),
      fc
        .tuple(tie("pattern"), fc.constantFrom("", "?", "*", "{1,2}"))
        .map(([inner, times]) => `(?:${inner})${times}`),
    ),
  })).pattern;
  const literal = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(pattern, literal, (source, wanted) => {
      if (!requires(source, wanted)) return;
      const whole = new RegExp(`^(?:${source})$`, "iu");
      for (const text of TEXTS) if (whole.test(text)) expect(text).toContain(wanted);
    }),
    { numRuns: 400 },
  );
});

const TEXTS = ["a", "b", "c"].reduce<string[]>(
  (texts) => texts.flatMap((text) => [text, `${text}a`, `${text}b`, `${text}c`]),
  ["", "a", "b", "c", "ab", "ba"],
);

test("one of several literals is enough, and each alternative must hold one", () => {
  const pattern = parsePattern("\\b(?:i'll|i will) call\\b");
  expect(requiresOneOf(pattern, ["i'll", "i will"])).toBe(true);
  expect(requiresOneOf(pattern, ["i'll", "we"])).toBe(false);
  // The end of one literal may be the beginning of another.
  expect(requiresOneOf(parsePattern("aab"), ["aaa", "ab"])).toBe(true);
});
