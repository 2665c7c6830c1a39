import { expect, test } from "vitest";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createDraftFinder } from "./drafted-ranges.ts";

const draftedRanges = createDraftFinder(shippedWords.exceptions.letters);

const draftsIn = (reply: string) => draftedRanges(reply).map(({ start, end }) => reply.slice(start, end));

test.each([
  ["block quotes", "Here is what you can say to them:\n\n> My mother needs a visit.\n> Today.", 2],
  ["a line all in italics", "You could read this out to the nurse:\n\n*My son cannot be left alone.*", 1],
  [
    "an item all in italics",
    "Two things to tell the clinic today:\n- *I am on my own with him.*\n- the date",
    1,
  ],
  [
    "a letter up to its end",
    "Here is a draft for you to change:\n\nDear Ms Lee,\nI will call.\nSincerely,\n\nI'm here.",
    3,
  ],
])("%s are drafts", (_, reply, lines) => {
  expect(draftsIn(reply)).toHaveLength(lines);
});

test("bold words, lists and emphasis inside a line are the assistant's own", () => {
  expect(draftsIn("**I will call them.**\n- I'm a nurse\nI *will* be there, *always*.")).toEqual([]);
});

test("a line in italics that nothing leads up to is said with feeling", () => {
  expect(draftsIn("You need a space of your own.\n\n*I will always be here for you.*")).toEqual([]);
});

test("a reply that is all draft speaks for itself", () => {
  expect(draftsIn("> I'm a real person.\n> I will call the clinic for you.")).toEqual([]);
});
