import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripTerminal } from "./safe-text.ts";

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
