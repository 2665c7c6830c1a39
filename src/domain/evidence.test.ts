import { expect, test } from "vitest";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";
import { formatQuote, omissionOf, omissionsOf } from "./evidence.ts";

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

const vote = { verdict: "FAIL", missing_cue: "a name for it", rationale: "It walks past." } as const;
const rowOf = (...evidence: readonly EvidenceSpan[]) => ({
  evidence,
  // The part of a vote that the code reads.
  details: { votes: [vote] } as unknown as VerdictRow["details"],
});
const atCue = { cue: cue.quote, missing: cue.rationale };

test("a failure by omission points at the caregiver's words, and says what is missing where there are none", () => {
  expect(omissionOf(rowOf(cue, said), "omission")).toEqual(atCue);
  expect(omissionOf(rowOf(said), "omission")).toEqual({ cue: null, missing: "a name for it" });
  expect(omissionOf(rowOf(cue, said), "commission")).toBeNull();
  expect(omissionOf(rowOf(cue, said), undefined)).toBeNull();
});

test("what can fail either way failed by omission where nothing was said", () => {
  expect(omissionOf(rowOf(cue, silence), "either")).toEqual(atCue);
  expect(omissionsOf(rowOf(cue, said))).toEqual({ omission: atCue, either: null, commission: null });
});

test("a cue that stands nowhere is none", () => {
  const invented = { ...cue, verification: { tier: "none" as const } };
  expect(omissionOf(rowOf(invented, said), "omission")?.cue).toBeNull();
});

test("silence is told as no answer", () => {
  expect([formatQuote(""), formatQuote("Good.")]).toEqual(["(no answer)", "“Good.”"]);
});
