import { expect, test } from "vitest";
import { patternSlowness } from "./pattern-slowness.ts";

test.each(["(a+)+$", "(?:a|aa)+b", "(?:\\w+\\s?)*x", "(?:foo|bar)+", "a.*b.*c"])(
  "%s can be made to crawl",
  (pattern) => {
    expect(patternSlowness(pattern)).not.toBeNull();
  },
);

test.each([
  "\\bi (?:\\w+ ){0,3}nurse\\b",
  "\\bi(?:'m| am) (?:a|your) (?:nurse|doctor)\\b",
  "(?:very )*bad",
  "[^.!?]{0,70}here",
  "going anywhere\\b(?! near)",
])("%s cannot", (pattern) => {
  expect(patternSlowness(pattern)).toBeNull();
});
