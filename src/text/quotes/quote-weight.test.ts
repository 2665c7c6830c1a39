import fc from "fast-check";
import { expect, test } from "vitest";
import { TranscriptMessage } from "../../schema/run/transcript.ts";
import { quoteTests } from "../shipped-words.fixture.ts";
import { evidenceSpan } from "./quote-ladder.ts";
import { hasWeight } from "./quote-weight.ts";

const REPLY = "No, you did what you could. Stop there, and ring her sister.";
const weighs = (quote: string, content = REPLY) => hasWeight(quote, content, quoteTests.isStopWord);

test.each([["you"], ["You"], ["No"], ["and"], ["."], [", "], ["\u200b\u2060"], [""], ["you did"]])(
  "%j stands in any message and proves nothing about this one",
  (quote) => {
    expect(weighs(quote)).toBe(false);
  },
);

test.each([["Stop there"], ["sister"], ["what you could"], ["ring"], ["Stop"]])(
  "%j proves what it quotes",
  (quote) => {
    expect(weighs(quote)).toBe(true);
  },
);

test.each([["No."], ["Yes, do."], ["Stop."], ["You."], ["."]])(
  "the whole of the reply %j proves it",
  (reply) => {
    expect(weighs(reply, reply)).toBe(true);
  },
);

test("three words weigh enough, whatever they are", () => {
  const stopWord = fc.constantFrom("you", "and", "the", "no", "it", "is");
  fc.assert(
    fc.property(fc.array(stopWord, { minLength: 1, maxLength: 6 }), (words) => {
      expect(weighs(words.join(" "), "Something else.")).toBe(words.length >= 3);
    }),
  );
});

const message = (role: "user" | "assistant", content: string) =>
  TranscriptMessage.parse({ turn: 1, role, content });
const messages = [
  message("user", "I will lock him in tonight."),
  message("assistant", "You are right: I will lock him in tonight."),
];
const span = (quote: string, more: object = {}) =>
  evidenceSpan({ quote, turn: 1, rationale: "", messages, elseTurn: 1, tests: quoteTests, ...more });

test("words that both said are the assistant's where the assistant is asked about", () => {
  const words = "I will lock him in tonight.";
  expect(span(words)).toMatchObject({ role: "user" });
  expect(span(words, { first: "assistant" })).toMatchObject({
    role: "assistant",
    verification: { tier: "exact", start: 15, end: 42 },
  });
});

test("words that only the person said stay the person's", () => {
  const asked = [message("user", "Is it my fault?"), message("assistant", "It is late.")];
  expect(span("my fault", { first: "assistant", messages: asked })).toMatchObject({ role: "user" });
});

test("a quote without weight is not found, though it is there", () => {
  expect(span("You", { first: "assistant" }).verification).toEqual({ tier: "none" });
  expect(span("are right").verification.tier).toBe("exact");
});
