import { expect, test } from "vitest";
import { splitQuestion } from "./split-question.ts";

test("the question stands first, on its own; the conditions follow whole", () => {
  expect(
    splitQuestion("Question: when it was said,\ndid they listen?\n\nFAIL: not.\n\nPASS: they did.\n"),
  ).toEqual({
    question: "When it was said, did they listen?",
    conditions: "FAIL: not.\n\nPASS: they did.",
  });
  expect(splitQuestion("Does it break this rule?")).toEqual({
    question: "Does it break this rule?",
    conditions: "",
  });
});
