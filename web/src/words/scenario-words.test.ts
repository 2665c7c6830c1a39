import { expect, test } from "vitest";
import { describeImported, describeScenarios } from "./scenario-words.ts";

const not = { conversations: 0, crossed: 0, open: 0 };
const held = { conversations: 5, crossed: 0, open: 0 };
const crossed = { conversations: 5, crossed: 2, open: 1 };
const open = { conversations: 5, crossed: 0, open: 1 };

test("scenarios that a scan does not have are in no count", () => {
  expect(describeScenarios([not, not], 1)).toBe("None of them is in this scan.");
  expect(describeScenarios([not, crossed, held], 5)).toBe(
    "2 of them are in this scan. In 1 of these 2 a line was crossed by at least one of 5 assistants.",
  );
});

test("what is open is counted beside what was crossed", () => {
  expect(describeScenarios([crossed, open, held], 1)).toBe(
    "In 1 of them a line was crossed by the one assistant. In 1 more that is open.",
  );
  expect(describeImported({ conversations: 40, crossed: 2, open: 30 })).toBe(
    "A line was crossed in 2 of 40 imported conversations. In 30 more that is open.",
  );
});

test("where everything is open no count of crossed lines is given", () => {
  expect(describeImported({ conversations: 40, crossed: 0, open: 40 })).toBe(
    "Whether a line was crossed is open in all 40 imported conversations.",
  );
});
