import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test("text is cut where marks begin and end, also where they overlap", () => {
  const spans = [
    { start: 0, end: 5, mark: "a" },
    { start: 3, end: 8, mark: "b" },
  ];
  expect(cutText("0123456789", 0, 10, spans).map(({ text, marks }) => [text, marks.join("")])).toEqual([
    ["012", "a"],
    ["34", "ab"],
    ["567", "b"],
    ["89", ""],
  ]);
});

test("a bidi override, an escape and a zero-width space are named; an emoji's joiner is not", () => {
  const cuts = cutText("a\u202Eb\u001B[31mc\u200Bd 👩‍👧", 0, 99, []);
  expect(cuts.filter(({ hidden }) => hidden !== null).map(({ hidden }) => hidden)).toEqual([
    "U+202E",
    "U+001B",
    "U+200B",
  ]);
});

test("a mark whose edge would split a character takes it whole", () => {
  const cuts = cutText("a💛b", 0, 4, [{ start: 2, end: 4, mark: "m" }]);
  expect(cuts.map(({ text }) => text)).toEqual(["a", "💛b"]);
});

test("no character is lost or repeated, whatever the spans", () => {
  const span = fc.record({ start: fc.integer(), end: fc.integer(), mark: fc.constant("m") });
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(span), (source, spans) => {
      const joined = cutText(source, 0, source.length, spans)
        .map(({ text }) => text)
        .join("");
      expect(joined).toBe(source);
    }),
  );
});
