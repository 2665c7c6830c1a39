import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText, matchPattern, matchWords } from "./match-words.ts";

const finds = (typed: string, text: string) => matchWords(typed)?.matches(foldText(text));

describe("words", () => {
  test("all of them must be there, in any order and case", () => {
    expect(finds("WORRY don't", "Don't you worry about her.")).toBe(true);
    expect(finds("worry doctor", "Don't you worry about her.")).toBe(false);
  });

  test("any apostrophe finds any other", () => {
    for (const typed of ["don't worry", "don’t worry", "donʼt worry"]) {
      expect(finds(typed, "Please don’t worry.")).toBe(true);
      expect(finds(typed, "Please don't worry.")).toBe(true);
    }
  });

  test("a word is found where a word begins, and not inside another", () => {
    expect(finds("worry", "Stop worrying")).toBe(true);
    expect(finds("orry", "Stop worrying")).toBe(false);
    expect(finds("ill", "She will be fine")).toBe(false);
  });

  test("a phrase stands together, across any space", () => {
    expect(finds('"not worry"', "Do not\n worry")).toBe(true);
    expect(finds('"not worry"', "Worry not, or not: worry")).toBe(false);
    expect(finds("“not worry”", "Do not worry")).toBe(true);
  });

  test("signs mean themselves", () => {
    expect(finds("(a+b)*", "it says (A+B)* there")).toBe(true);
    expect(finds(".*", "anything")).toBe(false);
    expect(finds("follow-up", "a Follow-up call")).toBe(true);
  });

  test("nothing typed looks for nothing", () => {
    expect(matchWords(' "" ')).toBeNull();
  });
});

describe("a regular expression", () => {
  test("finds what it describes, whatever the apostrophe and the case", () => {
    const matcher = matchPattern("don.t worry");
    expect(matcher.matches(foldText("DON’T worry"))).toBe(true);
    expect(matcher.stretches(foldText("No. Don’t worry!"))).toEqual([{ start: 4, end: 15 }]);
  });

  test("that is none throws", () => {
    expect(() => matchPattern("don(t")).toThrow(SyntaxError);
  });

  test("that matches nothing at all marks nothing", () => {
    expect(matchPattern("x*").stretches("abc")).toEqual([]);
  });
});

test("folding keeps every character at its place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => foldText(text).length === text.length),
    { numRuns: 50 },
  );
  expect(foldText("İ ß ﬁ …")).toHaveLength("İ ß ﬁ …".length);
});

test("stretches lie where the words are, and do not overlap", () => {
  const text = "Worry, worry and don’t worry.";
  const stretches = matchWords('worry "don\'t worry"')?.stretches(foldText(text)) ?? [];
  expect(stretches.map(({ start, end }) => text.slice(start, end))).toEqual([
    "Worry",
    "worry",
    "don’t worry",
  ]);
});
