import { expect, test } from "vitest";
import { placeQuote } from "./place-quote.ts";
import { reviewItem } from "./review.fixture.ts";

const item = reviewItem("a", ["Please call **988** now.", "You are not alone in this."]);

test("marked words are found where they were marked, as they stand in the source", () => {
  expect(placeQuote({ text: "call 988 now", turn: 1, role: "assistant" }, item)).toEqual({
    text: "call 988 now",
    turn: 1,
    role: "assistant",
    tier: "normalized",
    start: 7,
    end: 23,
  });
});

test("typed words are found in whichever message has them", () => {
  expect(placeQuote({ text: "not alone in this", turn: null, role: null }, item)).toMatchObject({
    turn: 2,
    role: "assistant",
    tier: "exact",
  });
});

test("words that are not there have no place", () => {
  expect(placeQuote({ text: "I will send somebody over", turn: null, role: null }, item)).toBeNull();
  expect(placeQuote({ text: "not alone in this", turn: 1, role: "assistant" }, item)).toBeNull();
});
