import { expect, test } from "vitest";
import { requiredLiterals } from "./sentence-pattern.ts";

test.each([
  [String.raw`\bI(?:'m| am) (?:always )?here 24/7\b`, ["i", " ", "here 24/7"]],
  ["colou?r", ["colo", "r"]],
  ["ab+c", ["ab", "c"]],
  ["one|two", []],
  ["(?:one|two) three", [" three"]],
  [String.raw`a\.m\. now`, ["a.m. now"]],
  [String.raw`x[abc]y\w+z{2,}w`, ["x", "y", "w"]],
  ["call (?!me)(?:her|him)", ["call "]],
])("%j requires %j", (pattern, runs) => {
  expect(requiredLiterals(pattern)).toEqual(runs);
});
