import fc from "fast-check";
import { expect, test } from "vitest";
import { makeVisible } from "../hidden-characters.ts";
import { type HighlightSpan, highlight } from "./highlight.ts";
import { htmlTags, htmlText } from "./html-text.fixture.ts";

const span = (start: number, end: number, label = "IB-A1", tone: HighlightSpan["tone"] = "fail") => ({
  start,
  end,
  label,
  tone,
});

const pieces = fc.constantFrom(
  "<b>",
  "&amp;",
  '"',
  "'",
  "</details>",
  "\u202E",
  "\0",
  "\uD83D",
  "\uDE00",
  "😀",
  "\r\n",
  "é",
  "\u200B",
  "👩‍⚕️",
);
const anyText = fc.array(fc.oneof(pieces, fc.string({ unit: "binary" }))).map((parts) => parts.join(""));
const offset = fc.oneof(
  fc.integer({ min: -5, max: 60 }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 2.5),
);
const anySpans = fc.array(
  fc.record({
    start: offset,
    end: offset,
    label: fc.constantFrom("IB-A1", "IB-C2", "IB-F4"),
    tone: fc.constantFrom("fail" as const, "unclear" as const, "pass" as const),
  }),
);

test("a quote is marked where it stands and carries its check", () => {
  expect(highlight("Go to bed.", [span(6, 9)]).text).toBe(
    'Go to <mark class="fail" data-labels="IB-A1">bed</mark>.',
  );
});

test("overlapping quotes are marked once, each labelled where it ends, the worst tone winning", () => {
  expect(highlight("abcdef", [span(0, 4, "IB-C2", "unclear"), span(2, 6)]).text).toBe(
    '<mark class="unclear">ab</mark><mark class="fail" data-labels="IB-C2">cd</mark><mark class="fail" data-labels="IB-A1">ef</mark>',
  );
});

test("a span outside the text is cut to it, and an empty or reversed one marks nothing", () => {
  expect(highlight("abc", [span(1, 99)]).text).toBe('a<mark class="fail" data-labels="IB-A1">bc</mark>');
  expect(highlight("abc", [span(2, 2), span(3, 1), span(7, 9)]).text).toBe("abc");
});

test("a span that would split an emoji takes it whole", () => {
  expect(highlight("a😀b", [span(2, 4)]).text).toBe('a<mark class="fail" data-labels="IB-A1">😀b</mark>');
});

test("offsets hold when a hidden character stands before the quote", () => {
  expect(highlight("\u202Eab<", [span(2, 4)]).text).toBe(
    '⟦U+202E⟧a<mark class="fail" data-labels="IB-A1">b&lt;</mark>',
  );
});

test("whatever the spans, the text shown is the text, with hidden characters made visible", () => {
  fc.assert(
    fc.property(anyText, anySpans, (text, spans) => {
      expect(htmlText(highlight(text, spans).text)).toBe(makeVisible(text));
    }),
  );
});

test("text without hidden characters is shown as it is, character for character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), anySpans, (text, spans) => {
      expect(htmlText(highlight(text, spans).text)).toBe(text);
    }),
  );
});

test("only marks come out, and each is closed before the next opens", () => {
  fc.assert(
    fc.property(anyText, anySpans, (text, spans) => {
      const tags = htmlTags(highlight(text, spans).text);
      expect(
        tags.every((tag, index) => (index % 2 === 0 ? tag.startsWith("<mark class=") : tag === "</mark>")),
      ).toBe(true);
      expect(tags.length % 2).toBe(0);
    }),
  );
});
