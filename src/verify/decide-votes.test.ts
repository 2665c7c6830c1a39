import fc from "fast-check";
import { expect, test } from "vitest";
import { decideVotes } from "./decide-votes.ts";
import type { Ballot } from "./repetition-policy.ts";

test("a strict majority of the planned votes decides and its share is the confidence", () => {
  expect(decideVotes(["FAIL", "PASS", "FAIL"], "majority")).toEqual({
    verdict: "FAIL",
    confidence: 2 / 3,
    adjudicationRequired: false,
  });
});

test("a void vote stays in the denominator, so that two PASS of four decide nothing", () => {
  expect(decideVotes(["PASS", "PASS", null, "FAIL"], "majority")).toEqual({
    verdict: "UNCLEAR",
    confidence: 0,
    adjudicationRequired: true,
    cause: "split_vote",
  });
});

test("mostly void votes are UNCLEAR with that cause, never PASS and never FAIL", () => {
  expect(decideVotes([null, null, "PASS"], "majority")).toMatchObject({
    verdict: "UNCLEAR",
    cause: "void_votes",
  });
  expect(decideVotes([null, null, null], "any_fail")).toMatchObject({
    verdict: "UNCLEAR",
    cause: "void_votes",
  });
});

test("one valid FAIL fails an any_fail gate and asks for adjudication", () => {
  expect(decideVotes(["PASS", "FAIL", "PASS"], "any_fail")).toEqual({
    verdict: "FAIL",
    confidence: 1 / 3,
    adjudicationRequired: true,
  });
});

test("the order of the votes does not matter", () => {
  const ballot = fc.constantFrom<Ballot>("PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE", null);
  const shuffled = fc
    .array(ballot, { minLength: 1, maxLength: 7 })
    .chain((ballots) =>
      fc.tuple(fc.constant(ballots), fc.shuffledSubarray(ballots, { minLength: ballots.length })),
    );
  fc.assert(
    fc.property(shuffled, fc.constantFrom("majority", "any_fail"), ([ballots, other], how) => {
      expect(decideVotes(other, how)).toEqual(decideVotes(ballots, how));
    }),
  );
});
