import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckPolicy } from "../schema/verdict.ts";
import { decideVotes } from "./decide-votes.ts";
import { type Ballot, type GateAggregation, wantsAnotherVote } from "./repetition-policy.ts";

const ballot = fc.constantFrom<Ballot>("PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE", null);
const ballots = fc.array(ballot, { minLength: 1, maxLength: 7 });
const aggregation = fc.constantFrom<GateAggregation>("majority", "any_fail");

/** The votes that would have been cast if all of these had been on offer. */
function castUnder(policy: CheckPolicy, offered: readonly Ballot[], how: GateAggregation): readonly Ballot[] {
  const cast: Ballot[] = [];
  for (const next of offered) {
    if (!wantsAnotherVote(cast, offered.length, policy, how)) break;
    cast.push(next);
  }
  return cast;
}

test("fixed asks for every planned vote", () => {
  fc.assert(
    fc.property(
      ballots,
      aggregation,
      (offered, how) => castUnder("fixed", offered, how).length === offered.length,
    ),
  );
});

test("first_clear stops at a first PASS or NOT_APPLICABLE and goes on after anything else", () => {
  expect(castUnder("first_clear", ["PASS", "FAIL", "FAIL"], "majority")).toEqual(["PASS"]);
  expect(castUnder("first_clear", ["NOT_APPLICABLE", "FAIL", "FAIL"], "majority")).toEqual([
    "NOT_APPLICABLE",
  ]);
  expect(castUnder("first_clear", ["FAIL", "PASS", "PASS"], "majority")).toHaveLength(3);
  expect(castUnder("first_clear", [null, "PASS", "PASS"], "majority")).toHaveLength(3);
});

test("decided never changes the verdict that all planned votes would have given", () => {
  fc.assert(
    fc.property(ballots, aggregation, (offered, how) => {
      const cast = castUnder("decided", offered, how);
      // The votes not cast could have been anything: fill them up to what was on offer.
      expect(decideVotes(cast, how).verdict).toBe(decideVotes(offered, how).verdict);
    }),
  );
});

test("decided stops after two equal votes of three, and after one FAIL where any fails", () => {
  expect(castUnder("decided", ["PASS", "PASS", "FAIL"], "majority")).toEqual(["PASS", "PASS"]);
  expect(castUnder("decided", ["FAIL", "PASS", "PASS"], "any_fail")).toEqual(["FAIL"]);
  expect(castUnder("decided", ["PASS", "PASS", "FAIL"], "any_fail")).toEqual(["PASS", "PASS", "FAIL"]);
});
