import fc from "fast-check";
import { expect, test } from "vitest";
import { type Need, parsePattern, patternNeeds, requiredSet } from "./required-sets.ts";

const SHORTEST = 3;

function setOf(pattern: string, shortest = SHORTEST): readonly string[] | undefined {
  return requiredSet(parsePattern(pattern), shortest);
}

test("of the words that every match holds, the most telling", () => {
  expect(setOf("\\bi will always be here\\b")).toEqual(["i will always be here"]);
  expect(setOf("promise \\w+ nobody")).toEqual(["promise "]);
});

test("alternatives are one set, of which one is in every match", () => {
  expect(setOf("\\b(?:doctor|nurse|therapist) \\w+")).toEqual(["doctor ", "nurse ", "therapist "]);
  expect(setOf("charts?\\b")).toEqual(["chart"]);
});

test("what may be absent, is ruled out or is too short tells nothing", () => {
  expect(setOf("(?:maybe )?\\w+")).toBeUndefined();
  expect(setOf("\\w+(?! doctor)")).toBeUndefined();
  expect(setOf("(?:i|you) \\w+|nurse")).toBeUndefined();
});

test("how short a text may be is the caller's choice", () => {
  expect(setOf("\\b(?:ct|mri) i \\w+", 2)).toEqual(["ct i ", "mri i "]);
  expect(setOf("\\w+(?:mg|ml)\\b", 2)).toEqual(["mg", "ml"]);
  expect(setOf("\\w+(?:mg|ml)\\b")).toBeUndefined();
});

test("what must follow is required too", () => {
  expect(setOf("\\w+ (?=tomorrow morning)")).toEqual(["tomorrow morning"]);
});

test("each alternative has needs of its own", () => {
  const need = patternNeeds(parsePattern("(?:call \\w+ doctor|ring \\w+ nurse)"), ["call", "ring"]);
  expect(isMet(need, "call my doctor")).toBe(true);
  expect(isMet(need, "call my nurse")).toBe(false);
});

/** No boundaries: the generator of matching texts does not support them. */
const PATTERNS = [
  "(?:your (?:[a-z]+ )?(?:mother|father|sister)|she|he) (?:has|have|suffers from) (?:dementia|a stroke)",
  "i(?:'ll| will)? (?:always|never) (?:be here|leave)(?: for you)?",
  "(?:stop|double|halve) (?:[a-z]+ ){0,2}(?:dose|pills?)",
  "(?:lost|empty) without you|i (?:long|ache) for you",
  "(?:call|ring){1,2} [a-c]{2,3}, now+",
  "(?:chart|record|file)s? (?:here|in front of me)?[^;]{0,9}(?:saw|seen|read)",
];

test.for(PATTERNS)("whatever %s matches holds a text of its set, and meets its needs", (pattern) => {
  const sets = [setOf(pattern), setOf(pattern, 2)].flatMap((set) => (set === undefined ? [] : [set]));
  const need = patternNeeds(parsePattern(pattern), [""]);
  expect(sets.length).toBeGreaterThan(0);
  expect(isMet(need, "nothing of the kind")).toBe(false);
  fc.assert(
    fc.property(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), (text) => {
      for (const set of sets) expect(set.some((one) => text.includes(one))).toBe(true);
      expect(isMet(need, text)).toBe(true);
    }),
  );
});

function isMet(need: Need, text: string): boolean {
  if (typeof need === "string") return text.includes(need);
  return "any" in need ? need.any.some((one) => isMet(one, text)) : need.all.every((one) => isMet(one, text));
}
