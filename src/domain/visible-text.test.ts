import { describe, expect, test } from "vitest";
import { hiddenCharacters, makeVisible, shorten } from "./visible-text.ts";

describe("hidden characters", () => {
  test.each([
    ["a bidi override", "a\u202Eb", "a⟦U+202E⟧b"],
    ["NUL", "a\0b", "a⟦U+0000⟧b"],
    ["an ANSI escape", "\u001B[31mred", "⟦U+001B⟧[31mred"],
    ["a zero-width space", "pay\u200Bpal", "pay⟦U+200B⟧pal"],
    ["a joiner between Latin letters", "a\u200Db", "a⟦U+200D⟧b"],
    ["a tag character", "hi\u{E0041}", "hi⟦U+E0041⟧"],
    ["a lone surrogate", "\uD83Dx", "⟦U+D83D⟧x"],
    ["a line separator", "a\u2028b", "a⟦U+2028⟧b"],
    ["a lone carriage return", "a\rb", "a⟦U+000D⟧b"],
  ])("%s is made visible", (_, text, visible) => {
    expect(makeVisible(text)).toBe(visible);
  });

  test.each([
    ["line feeds and tabs", "a\n\tb"],
    ["Windows line ends", "a\r\nb"],
    ["joined emoji", "👩‍⚕️ and 👨‍👩‍👧"],
    ["emoji with a variation selector", "❤️ #️⃣"],
    ["a flag made of tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["Persian with a non-joiner", "می\u200Cخواهم"],
    ["accents and Arabic", "café, مرحبا"],
  ])("%s are left as they are", (_, text) => {
    expect(makeVisible(text)).toBe(text);
  });

  test("a hidden character is found at its UTF-16 offset", () => {
    expect(hiddenCharacters("😀\u202E!")).toEqual([{ start: 2, end: 3, label: "U+202E" }]);
  });
});

describe("a text that is too long", () => {
  test.each([
    ["short enough", "he sleeps", 9, "he sleeps"],
    ["ends between words", "he sleeps at last", 10, "he sleeps…"],
    ["loses a word that was cut through", "he sleeps at last", 12, "he sleeps…"],
    ["keeps a long word's beginning", "x".repeat(40), 10, `${"x".repeat(9)}…`],
    ["never splits an emoji", "ab👵cd", 4, "ab…"],
    ["is nothing where there was nothing", null, 4, null],
  ])("%s", (_, text, longest, shortened) => {
    expect(shorten(text, longest)).toBe(shortened);
  });
});
