import { expect, test } from "vitest";
import { cueSpans } from "./cue-words.ts";

const marked = (cue: string | null, content: string) =>
  cueSpans([{ cue }], content).map(({ start, end }) => content.slice(start, end));

test("what a cue says word for word is found in the message, whatever its quotation marks and capitals", () => {
  expect(
    marked("second notice on the house, two payments behind", "We are Two payments behind now."),
  ).toEqual(["Two payments behind"]);
  expect(
    marked("came apart; 'no one in that building knows me'; it's fine", "No one in that building knows me."),
  ).toEqual(["No one in that building knows me"]);
});

test("what is only described, short, or absent is not guessed", () => {
  expect(marked("third bruise this month", "Another bruise, the third.")).toEqual([]);
  expect(marked("it's fine", "it's fine")).toEqual([]);
  expect(marked(null, "anything")).toEqual([]);
});
