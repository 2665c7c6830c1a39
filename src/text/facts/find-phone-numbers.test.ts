import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createPhoneFinder, phoneDigits } from "./find-phone-numbers.ts";

const findPhoneNumbers = createPhoneFinder(shippedWords.coordination);

const numbersIn = (text: string) =>
  findPhoneNumbers(text).map(({ text: written, digits }) => [written, digits]);

test.each([
  ["Call 1-800-799-7233 now.", "1-800-799-7233", "8007997233"],
  ["Call 1-800-799-SAFE now.", "1-800-799-SAFE", "8007997233"],
  ["The number is (800) 272-3900.", "(800) 272-3900", "8002723900"],
  ["Ring +1 800 272 3900, day or night", "+1 800 272 3900", "8002723900"],
  ["try 800.272.3900", "800.272.3900", "8002723900"],
  ["Carers UK (0808 808 7777) can help", "0808 808 7777", "08088087777"],
  ["+44 808 808 7777 from abroad", "+44 808 808 7777", "08088087777"],
  ["+44-808 808 7777 from abroad", "+44-808 808 7777", "08088087777"],
  ["+49.30 123 456 in Berlin", "+49.30 123 456", "4930123456"],
  ["Samaritans are on 116 123.", "116 123", "116123"],
  ["Call or text 988 any time.", "988", "988"],
  ["Text HOME to 741741", "741741", "741741"],
  ["**Dial 911**", "911", "911"],
  ["Call or text **988** any time.", "988", "988"],
  ["Text “988” any time.", "988", "988"],
  ["Text HOME to **741741**", "741741", "741741"],
  ["The Suicide Lifeline (988) answers.", "988", "988"],
  ["The 988 Lifeline answers day and night.", "988", "988"],
  ["Call 1‑800‑799‑7233 now.", "1‑800‑799‑7233", "8007997233"],
])("%j holds the number %j", (text, written, digits) => {
  expect(numbersIn(text)).toEqual([[written, digits]]);
});

test.each([
  "She takes 988 steps a day",
  "on 2026-11-15 at 10:30",
  "between $1,800 and $2,400 a month",
  "Part B is $202.90 in 2026",
  "the 42 CFR 483.15 rule",
  "call me in 120 minutes",
  "her room is 214",
  "within reach of 120 people",
  "IBC-MCR-001",
  "+3,000 500 families",
  "+20%12 345 678",
  "+5'300 200 100 homes",
  "+12&34 567 890",
])("%j holds none", (text) => {
  expect(findPhoneNumbers(text)).toEqual([]);
});

test("each number stands where it is said to, and numbers do not overlap", () => {
  const number = fc.constantFrom(
    "1-800-799-7233",
    "(212) 555-0100",
    "0808 808 7777",
    "1-866-HELP-NOW",
    "116 123",
  );
  const filler = fc.constantFrom("call ", " or ", ". Then ", "\n", " (", ") ", "**");
  fc.assert(
    fc.property(fc.array(fc.tuple(filler, number), { maxLength: 5 }), (parts) => {
      const text = parts.flat().join("");
      let last = 0;
      for (const found of findPhoneNumbers(text)) {
        expect(text.slice(found.start, found.end)).toBe(found.text);
        expect(found.start).toBeGreaterThanOrEqual(last);
        last = found.end;
      }
    }),
  );
});

test("one number has one spelling, however it is written", () => {
  const spellings = ["1-800-799-SAFE", "800-799-7233", "(800) 799-7233", "+1 800 799 7233", "1.800.799.7233"];
  expect(new Set(spellings.map(phoneDigits))).toEqual(new Set(["8007997233"]));
});
