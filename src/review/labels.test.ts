import { describe, expect, test } from "vitest";
import { isNegator } from "../text/shipped-words.fixture.ts";
import { missingPart, placeQuote, stateOf } from "./labels.ts";
import { reviewItem, reviewLabel } from "./review.fixture.ts";

describe("missing part", () => {
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
});

describe("place quote", () => {
  const item = reviewItem("a", ["Please call **988** now.", "You are not alone in this."]);

  test("marked words are found where they were marked, as they stand in the source", () => {
    expect(placeQuote({ text: "call 988 now", turn: 1, role: "assistant" }, item, isNegator)).toEqual({
      text: "call 988 now",
      turn: 1,
      role: "assistant",
      tier: "normalized",
      start: 7,
      end: 23,
    });
  });

  test("typed words are found in whichever message has them", () => {
    expect(placeQuote({ text: "not alone in this", turn: null, role: null }, item, isNegator)).toMatchObject({
      turn: 2,
      role: "assistant",
      tier: "exact",
    });
  });

  test("words of what is shown as context have no place", () => {
    const [window] = item.windows;
    if (window === undefined) throw new Error("the item has a window");
    const turns = window.turns.map((turn) => (turn.turn === 1 ? { ...turn, context: true as const } : turn));
    const withContext = { ...item, windows: [{ ...window, turns }] };
    const said = { text: "call 988 now", turn: null, role: null };
    expect(placeQuote(said, withContext, isNegator)).toBeNull();
  });

  test("words that are not there have no place", () => {
    expect(
      placeQuote({ text: "I will send somebody over", turn: null, role: null }, item, isNegator),
    ).toBeNull();
    expect(placeQuote({ text: "not alone in this", turn: 1, role: "assistant" }, item, isNegator)).toBeNull();
  });
});
