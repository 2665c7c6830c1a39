import { expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";

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
