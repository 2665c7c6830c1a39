import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakLine, displayWidth, fitText } from "./fit-text.ts";

describe("display width", () => {
  test.each([
    ["plain", 5],
    ["", 0],
    ["naïve", 5],
    ["nai\u0308ve", 5],
    ["漢字", 4],
    ["ｱｲ", 2],
    ["Ａ", 2],
    ["한국", 4],
    ["👩‍⚕️", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["—", 1],
    ["a\u200B", 1],
  ])("%j takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe("fit text", () => {
  const isKept = (line: string) => line.startsWith("Next:");

  test("a line is broken between words, and what follows keeps its margin", () => {
    expect(fitText("  one two three\nfour", 9, isKept)).toBe("  one two\n  three\nfour");
  });

  test("a command, and a word that is wider than the terminal, stay whole", () => {
    const text = "Next: npx invisiblebench explain run\nsee results/20261115-101500-1a2b/scans";
    expect(fitText(text, 12, isKept)).toBe(text.replace("see ", "see\n"));
  });

  test("nothing but a space is lost at a break", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 60 }), (line, width) => {
        expect(breakLine(line, width).join(" ")).toBe(line);
      }),
    );
  });
});
