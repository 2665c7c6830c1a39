import { expect, test } from "vitest";
import { missingPart, stateOf } from "./missing-part.ts";
import { reviewLabel } from "./review.fixture.ts";

const quote = { text: "words", turn: 1, role: "assistant", tier: "exact", start: 0, end: 5 } as const;

test.each([
  ["nothing said", undefined, "open"],
  ["everything taken back", reviewLabel("a", "anna", { label: null }), "open"],
  ["a note without a verdict", reviewLabel("a", "anna", { label: null, note: "Hm." }), "draft"],
  ["a Pass", reviewLabel("a", "anna"), "done"],
  ["a Fail without words", reviewLabel("a", "anna", { label: "FAIL", note: "  " }), "draft"],
  ["a Fail with words", reviewLabel("a", "anna", { label: "FAIL", quote }), "done"],
  ["a Fail for something missing", reviewLabel("a", "anna", { label: "FAIL", note: "No number." }), "done"],
] as const)("%s is %3$s", (_name, label, state) => {
  expect(stateOf(label)).toBe(state);
});

test("what is missing is said in words", () => {
  expect(missingPart(reviewLabel("a", "anna", { label: null }))).toBe("A verdict is missing.");
  expect(missingPart(reviewLabel("a", "anna", { label: "FAIL" }))).toMatch(/words that fail/);
  expect(missingPart(reviewLabel("a", "anna"))).toBeNull();
});
