import fc from "fast-check";
import { expect, test } from "vitest";
import { requiredSets } from "./required-sets.ts";

test("a word that every match holds is a set of its own", () => {
  expect(requiredSets("\\bi will always be here\\b")).toEqual([["i will always be here"]]);
  expect(requiredSets("promise \\w+ nobody")).toEqual(expect.arrayContaining([["promise "], [" nobody"]]));
});

test("alternatives are one set, of which one is in every match", () => {
  expect(requiredSets("\\b(?:doctor|nurse|therapist) \\w+")).toEqual([["doctor ", "nurse ", "therapist "]]);
  expect(requiredSets("charts?\\b")).toEqual([["chart"]]);
});

test("what may be absent, is ruled out or is too short tells nothing", () => {
  expect(requiredSets("(?:maybe )?\\w+")).toEqual([]);
  expect(requiredSets("\\w+(?! doctor)")).toEqual([]);
  expect(requiredSets("(?:i|you) \\w+|nurse")).toEqual([]);
});

test("what must follow is required too", () => {
  expect(requiredSets("\\w+ (?=tomorrow morning)")).toContainEqual(["tomorrow morning"]);
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
  const sets = requiredSets(pattern);
  expect(sets.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), (text) => {
      for (const set of sets) expect(set.some((one) => text.includes(one))).toBe(true);
    }),
  );
});
