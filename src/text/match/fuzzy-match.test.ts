import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeText } from "../normalise/normalize-text.ts";
import { fuzzyTests } from "../shipped-words.fixture.ts";
import { editDistance } from "./edit-distance.ts";
import { fuzzySearchIn } from "./fuzzy-match.ts";

function found(text: string, expected: string): string | null {
  const range = fuzzySearchIn(normalizeText(text), fuzzyTests)(expected, "fuzzy");
  return range === null ? null : text.slice(range.start, range.end);
}

test.each([
  ["She takes lisinopirl daily", "lisinopril", "lisinopirl"],
  ["Her Alzheimers diagnosis", "Alzheimer's", "Alzheimers"],
  ["it was metfromin, I think", "metformin", "metfromin"],
  ["ask Mrs. Delgado", "ask Delgado", "ask Mrs. Delgado"],
  ["take 10mg at night", "10 mg", "10mg"],
  ["he takes 1200 units", "1,200 units", "1200 units"],
  ["the physicle therapy visit", "physical therapy", "physicle therapy"],
  ["your neighbor Mrs Delgado", "neighbour Delgado", "neighbor Mrs Delgado"],
])("in %j a fuzzy search for %j finds %j", (text, expected, words) => {
  expect(found(text, expected)).toBe(words);
});

test.each([
  ["she takes 15 mg", "10 mg"],
  ["she takes 100 mg", "10 mg"],
  ["vitamin B12", "12"],
  ["her A1C was high", "A2C"],
  ["ask Rob", "Bob"],
  ["she takes no insulin", "takes insulin"],
  ["10 or 20 mg", "10 mg"],
  ["Delgado is your neighbor", "neighbor Delgado"],
  ["a completely other word", "medication"],
  ["on Tuesday", "Thursday"],
  ["he takes fosinopril", "lisinopril"],
  ["she takes prednisone", "prednisolone"],
  ["what are you doing", "what are you dying"],
  ["a pot of chickpeas", "chickens"],
  ["sixteen of them", "seventeen"],
  ["take the train", "take the brain"],
  ["Is it her? Gently shift the pillow", "her shift"],
  ["anything", ""],
])("in %j a fuzzy search for %j finds nothing", (text, expected) => {
  expect(found(text, expected)).toBeNull();
});

test("an exact search forgives no misspelling, only quotes and case", () => {
  expect(fuzzySearchIn(normalizeText("lisinopirl"), fuzzyTests)("lisinopril", "exact")).toBeNull();
  expect(fuzzySearchIn(normalizeText("RAY’S number"), fuzzyTests)("Ray's number", "exact")).toEqual({
    start: 0,
    end: 12,
  });
});

test.each([
  ["abcd", "abcd", 0],
  ["abcd", "acbd", 1],
  ["abcd", "abd", 1],
  ["kitten", "sitting", 3],
])("from %j to %j it is %i edits", (a, b, distance) => {
  expect(editDistance(a, b, 5)).toBe(distance);
});

test("distance is symmetric, and zero only between equals", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9));
      expect(editDistance(a, b, 9) === 0).toBe(a === b);
    }),
  );
});

test("one swap of neighbours in a long word is forgiven", () => {
  const longWord = fc.stringMatching(/^[a-z]{8,14}$/);
  fc.assert(
    fc.property(longWord, fc.nat(), (word, seed) => {
      const at = seed % (word.length - 1);
      const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
      expect(fuzzySearchIn(normalizeText(`so ${swapped} it was`), fuzzyTests)(word, "fuzzy")).not.toBeNull();
    }),
  );
});
