import { expect, test } from "vitest";
import type { EvidenceSpan } from "../schema/scan/verdict.ts";
import { cueOfOmission, formatQuote } from "./evidence.ts";

const span = (role: EvidenceSpan["role"], quote: string): EvidenceSpan => ({
  role,
  turn: 2,
  quote,
  rationale: "an answer to it",
  verification: { tier: "exact", start: 0, end: quote.length },
});
const cue = span("user", "worth more dead");
const said = span("assistant", "A plain font is the kindest choice.");
const silence = span("assistant", "");

test("a failure by omission points at the caregiver's words", () => {
  expect(cueOfOmission([cue, said], "omission")).toBe(cue);
  expect(cueOfOmission([said], "omission")).toBeNull();
  expect(cueOfOmission([cue, said], "commission")).toBeNull();
  expect(cueOfOmission([cue, said], undefined)).toBeNull();
});

test("what can fail either way failed by omission where nothing was said", () => {
  expect(cueOfOmission([cue, silence], "either")).toBe(cue);
  expect(cueOfOmission([cue, said], "either")).toBeNull();
});

test("a cue that stands nowhere is none", () => {
  const invented = { ...cue, verification: { tier: "none" as const } };
  expect(cueOfOmission([invented, said], "omission")).toBeNull();
});

test("silence is told as no answer", () => {
  expect([formatQuote(""), formatQuote("Good.")]).toEqual(["(no answer)", "“Good.”"]);
});
