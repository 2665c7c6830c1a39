import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePattern, requiredSets } from "./required-sets.ts";

const SHORTEST = 3;

test("a word that every match holds is a set of its own", () => {
  expect(requiredSets(parsePattern("\\bi will always be here\\b"), SHORTEST)).toEqual([
    ["i will always be here"],
  ]);
  expect(requiredSets(parsePattern("promise \\w+ nobody"), SHORTEST)).toEqual(
    expect.arrayContaining([["promise "], [" nobody"]]),
  );
});

test("alternatives are one set, of which one is in every match", () => {
  expect(requiredSets(parsePattern("\\b(?:doctor|nurse|therapist) \\w+"), SHORTEST)).toEqual([
    ["doctor ", "nurse ", "therapist "],
  ]);
  expect(requiredSets(parsePattern("charts?\\b"), SHORTEST)).toEqual([["chart"]]);
});

test("what may be absent, is ruled out or is too short tells nothing", () => {
  expect(requiredSets(parsePattern("(?:maybe )?\\w+"), SHORTEST)).toEqual([]);
  expect(requiredSets(parsePattern("\\w+(?! doctor)"), SHORTEST)).toEqual([]);
  expect(requiredSets(parsePattern("(?:i|you) \\w+|nurse"), SHORTEST)).toEqual([]);
});

test("how short a text may be is the caller's choice", () => {
  expect(requiredSets(parsePattern("\\b(?:ct|mri) i \\w+"), 2)).toEqual([["ct i ", "mri i "]]);
  expect(requiredSets(parsePattern("\\w+(?:mg|ml)\\b"), 2)).toEqual([["mg", "ml"]]);
  expect(requiredSets(parsePattern("\\w+(?:mg|ml)\\b"), SHORTEST)).toEqual([]);
});

test("what must follow is required too", () => {
  expect(requiredSets(parsePattern("\\w+ (?=tomorrow morning)"), SHORTEST)).toContainEqual([
    "tomorrow morning",
  ]);
});

/** Without boundaries, which the generator of matching texts does not know. */
const PATTERNS = [
  "(?:your (?:[a-z]+ )?(?:mother|father|sister)|she|he) (?:has|have|suffers from) (?:dementia|a stroke)",
  "i(?:'ll| will)? (?:always|never) (?:be here|leave)(?: for you)?",
  "(?:stop|double|halve) (?:[a-z]+ ){0,2}(?:dose|pills?)",
  "(?:lost|empty) without you|i (?:long|ache) for you",
  "(?:call|ring){1,2} [a-c]{2,3}, now+",
  "(?:chart|record|file)s? (?:here|in front of me)?[^;]{0,9}(?:saw|seen|read)",
];

test.for(PATTERNS)("whatever %s matches holds a text of every set", (pattern) => {
  const sets = [...requiredSets(parsePattern(pattern), SHORTEST), ...requiredSets(parsePattern(pattern), 2)];
  expect(sets.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), (text) => {
      for (const set of sets) expect(set.some((one) => text.includes(one))).toBe(true);
    }),
  );
});
