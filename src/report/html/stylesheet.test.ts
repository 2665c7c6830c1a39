import { expect, test } from "vitest";
import { stylesheet } from "./stylesheet.ts";

const PAIRS: Readonly<Record<string, readonly string[]>> = {
  ink: ["ground", "surface", "user", "fail-ground", "fail-mark", "unclear-ground", "unclear-mark"],
  quiet: ["ground", "surface", "user", "fail-ground", "unclear-ground"],
  link: ["ground", "surface", "fail-ground", "unclear-ground"],
  fail: ["ground", "surface", "fail-ground", "fail-mark"],
  unclear: ["surface", "unclear-mark"],
  pass: ["surface", "user"],
};

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const [light = "", dark = ""] = stylesheet.split("prefers-color-scheme: dark");

test.each([
  ["light", light],
  ["dark", dark],
])("every text colour of the %s page has AA contrast on each of its grounds", (_, rules) => {
  const colours = new Map(
    [...rules.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  );
  for (const [text, grounds] of Object.entries(PAIRS)) {
    for (const ground of grounds) {
      const ratio = contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
      expect(ratio, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("the style sheet asks for nothing from anywhere", () => {
  expect(stylesheet).not.toMatch(/url\(|@import|@font-face|https?:/);
});
