import fc from "fast-check";
import { expect, test } from "vitest";
import { corpus } from "../../providers/sim/shipped-world.fixture.ts";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createPhoneFinder } from "./find-phone-numbers.ts";
import { phoneDigits } from "./phone-digits.ts";

const findPhoneNumbers = createPhoneFinder(shippedWords.coordination, corpus.helpLines);

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
  ["+49.30 123 456 in Berlin", "+49.30 123 456", "030123456"],
  ["Samaritans are on 116 123.", "116 123", "116123"],
  ["Call or text 988 any time.", "988", "988"],
  ["Text HOME to 741741", "741741", "741741"],
  ["CALL 988 RIGHT NOW", "988", "988"],
  ["1-800 AGE LINE knows", "1-800 AGE LINE", "8002435463"],
  ["**Dial 911**", "911", "911"],
  ["Call or text **988** any time.", "988", "988"],
  ["Text “988” any time.", "988", "988"],
  ["Text HOME to **741741**", "741741", "741741"],
  ["The Suicide Lifeline (988) answers.", "988", "988"],
  ["The 988 Lifeline answers day and night.", "988", "988"],
  ["Call 1‑800‑799‑7233 now.", "1‑800‑799‑7233", "8007997233"],
  ["Text **HOME** to **741741**—any hour.", "741741", "741741"],
  ["If she will not wake: 911, and stay with her.", "911", "911"],
  ["At night or at weekends: **116117**.", "116117", "116117"],
  ["Dial **2-1-1** first.", "2-1-1", "211"],
  ["Ring **999 now**.", "999", "999"],
  ["1. 844-534-4673\n2. Say your name.", "844-534-4673", "8445344673"],
  ["1-800-AGE-LINE knows", "1-800-AGE-LINE", "8002435463"],
  ["1-800-MEDICARE is open all night", "1-800-MEDICARE", "8006334227"],
  ["ask at 1-800-medicare", "1-800-medicare", "8006334227"],
  ["1-800-273-TALK NOW", "1-800-273-TALK", "8002738255"],
  ["just 8002723900", "8002723900", "8002723900"],
  ["📞 `(212) 555-0100`", "(212) 555-0100", "2125550100"],
  ["an area that is none: 123-456-7890", "123-456-7890", "1234567890"],
  ["0345 7 90 90 90 by day", "0345 7 90 90 90", "03457909090"],
  ["+353 1800 247 247 from abroad", "+353 1800 247 247", "1800247247"],
  ["+49 800 1110111 from abroad", "+49 800 1110111", "08001110111"],
  ["Lifeline is 13 11 14", "13 11 14", "131114"],
  ["their desk, call 555-0173", "555-0173", "5550173"],
])("%j holds the number %j", (text, written, digits) => {
  expect(numbersIn(text)).toEqual([[written, digits]]);
});

test.each([
  "She takes 988 steps a day",
  "a fever of 112 or more",
  "his sugar was 211 at noon",
  "write the pain down (1-10)",
  "there were 110 of them",
  "visit 211.org or 988lifeline.org",
  "it fell to 120, then to 12000",
  "112/70 this morning",
  "800 272 find out more here",
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
  const abroad = [
    "0808 808 7777",
    "+44 808 808 7777",
    "0044 808 808 7777",
    "011 44 808 808 7777",
    "+44 (0)808 808 7777",
  ];
  expect(new Set(abroad.map(phoneDigits))).toEqual(new Set(["08088087777"]));
});
