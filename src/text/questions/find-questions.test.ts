import { expect, test } from "vitest";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createQuestionFinder } from "./find-questions.ts";

const find = createQuestionFinder(shippedWords);

test("a question is found where it stands, with what it asks about", () => {
  const reply = "That sounds heavy. **Have you slept at all?** Rest comes first.";
  expect(find(reply)).toEqual([
    {
      kinds: ["own_sleep"],
      start: reply.indexOf("Have"),
      end: reply.indexOf("?") + 1,
      text: "Have you slept at all?",
    },
  ]);
});
