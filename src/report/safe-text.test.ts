import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hiddenCharacters, makeVisible, stripTerminal } from "./safe-text.ts";

describe("strip terminal", () => {
  test.each([
    ["a colour", "\u001B[1;31mred\u001B[0m", "red"],
    ["an 8-bit control sequence", "\u009B31mred", "red"],
    ["a hyperlink", "\u001B]8;;https://x.test\u0007link\u001B]8;;\u001B\\", "link"],
    ["a window title", "\u001B]0;owned\u0007text", "text"],
    ["a device control string", "a\u001BPq#0\u001B\\b", "ab"],
    ["a cursor save", "\u001B7a\u001B8", "a"],
    ["a character set change", "\u001B(0a", "a"],
    ["a bell, NUL and carriage return", "a\u0007\0\rb", "ab"],
    ["bidi controls", "a\u202Eb\u2066c\u200Fd", "abcd"],
  ])("%s is removed", (_, text, plain) => {
    expect(stripTerminal(text)).toBe(plain);
  });

  test("line feeds, tabs and ordinary text of any script stay", () => {
    const text = "a\n\tb — naïve 漢字 👩‍⚕️ مرحبا";
    expect(stripTerminal(text)).toBe(text);
  });

  test("an escape string that never ends cannot hide what follows it", () => {
    expect(stripTerminal("before \u001B]0;the rest")).toBe("before 0;the rest");
  });

  test("nothing a terminal would act on is left, and stripping again changes nothing", () => {
    const unit = fc.oneof(
      fc.constantFrom(
        "\u001B",
        "[",
        "]",
        "P",
        "\\",
        "\u0007",
        "\u009B",
        "\u009D",
        "\u009C",
        "0",
        "m",
        ";",
        "\u202E",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const plain = stripTerminal(parts.join(""));
        expect(plain).not.toMatch(/[[\p{Cc}--[\n\t]]\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/v);
        expect(stripTerminal(plain)).toBe(plain);
      }),
    );
  });
});

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
    expect(hiddenCharacters("😀\u202E!")).toEqual([{ index: 2, length: 1, label: "⟦U+202E⟧" }]);
  });
});
