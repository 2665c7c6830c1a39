import fc from "fast-check";
import { expect, test } from "vitest";
import { AhoCorasick } from "./aho-corasick.ts";

function scan(words: readonly string[], text: string): string[] {
  const found: string[] = [];
  new AhoCorasick(words).scan(text, (word, end) => found.push(`${word}@${end}`));
  return found.sort();
}

function search(words: readonly string[], text: string): string[] {
  const found: string[] = [];
  for (const [number, word] of words.entries()) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      found.push(`${number}@${at + word.length}`);
    }
  }
  return found.sort();
}

test("words that are parts of each other are all found", () => {
  expect(scan(["she", "he", "hers", "his"], "ushers")).toEqual(["0@4", "1@4", "2@6"]);
});

test("one pass finds what a search for each word finds", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 12 }), fc.array(letters), (words, parts) => {
      const text = parts.join("");
      expect(scan(words, text)).toEqual(search(words, text));
    }),
    { numRuns: 1000 },
  );
});

test("no words find nothing", () => {
  expect(scan([], "anything")).toEqual([]);
});
