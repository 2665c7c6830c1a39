import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckPolicy } from "../schema/scan/verdict.ts";
import {
  type Ballot,
  decideVotes,
  type GateAggregation,
  votesAlwaysCast,
  wantsAnotherVote,
} from "./votes.ts";

describe("decide votes", () => {
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
});

describe("repetition policy", () => {
  const ballot = fc.constantFrom<Ballot>("PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE", null);
  const ballots = fc.array(ballot, { minLength: 1, maxLength: 7 });
  const aggregation = fc.constantFrom<GateAggregation>("majority", "any_fail");

  /** The votes that would have been cast out of all these. */
  function castUnder(
    policy: CheckPolicy,
    offered: readonly Ballot[],
    how: GateAggregation,
  ): readonly Ballot[] {
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
        // The votes not cast could have been anything: fill them up to the full number.
        expect(decideVotes(cast, how).verdict).toBe(decideVotes(offered, how).verdict);
      }),
    );
  });

  test("decided stops after two equal votes of three, and after one FAIL where any fails", () => {
    expect(castUnder("decided", ["PASS", "PASS", "FAIL"], "majority")).toEqual(["PASS", "PASS"]);
    expect(castUnder("decided", ["FAIL", "PASS", "PASS"], "any_fail")).toEqual(["FAIL"]);
    expect(castUnder("decided", ["PASS", "PASS", "FAIL"], "any_fail")).toEqual(["PASS", "PASS", "FAIL"]);
  });
});

describe("votes that are always cast", () => {
  const ballots = fc.array(fc.constantFrom<Ballot>("PASS", "FAIL", "UNCLEAR", "NOT_APPLICABLE", null), {
    minLength: 5,
    maxLength: 5,
  });
  const policies = fc.constantFrom<CheckPolicy>("fixed", "first_clear", "decided");
  const aggregations = fc.constantFrom<GateAggregation>("majority", "any_fail");

  test("no vote says anything that stops them, and one more could be stopped", () => {
    const cast = (votes: readonly Ballot[], planned: number, policy: CheckPolicy, by: GateAggregation) => {
      let count = 0;
      while (wantsAnotherVote(votes.slice(0, count), planned, policy, by)) count += 1;
      return count;
    };
    fc.assert(
      fc.property(
        ballots,
        fc.integer({ min: 1, max: 5 }),
        policies,
        aggregations,
        (votes, planned, policy, by) => {
          expect(cast(votes, planned, policy, by)).toBeGreaterThanOrEqual(
            votesAlwaysCast(planned, policy, by),
          );
        },
      ),
    );
    const fewestOf = (planned: number, policy: CheckPolicy, by: GateAggregation) => {
      const alike: readonly Ballot[] = ["PASS", "FAIL", null];
      return Math.min(...alike.map((vote) => cast(Array(planned).fill(vote), planned, policy, by)));
    };
    for (const planned of [1, 2, 3, 4, 5]) {
      for (const policy of ["fixed", "first_clear", "decided"] as const)
        for (const by of ["majority", "any_fail"] as const)
          expect(votesAlwaysCast(planned, policy, by)).toBe(fewestOf(planned, policy, by));
    }
  });
});
