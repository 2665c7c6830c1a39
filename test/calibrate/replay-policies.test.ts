import fc from "fast-check";
import { expect, test } from "vitest";
import { type FullVote, replayPolicies } from "../../src/calibrate/replay-policies.ts";
import { isGate } from "../../src/domain/gates.ts";
import { checkWith } from "../../src/schema/artefacts.fixture.ts";
import type { Check } from "../../src/schema/corpus/check.ts";
import { Verdict } from "../../src/schema/scan/verdict.ts";
import { scoring } from "../../src/score/score.fixture.ts";

const routing = { route: "llm_primary", unit_of_analysis: "session_state", repetitions: 3 };
const anyFail = checkWith({ ...routing, gate_aggregation: "any_fail" });
const unstable = checkWith(routing, { id: "IB-C1", primary_bucket: "C", severity: "S3" });
const stable = checkWith(routing, { id: "IB-C2", primary_bucket: "C", severity: "S3" });

const withStable = { ...scoring, stable_checks: [stable.id] };
const vote = (check: Check, ballots: FullVote["ballots"]): FullVote => ({
  check,
  isGate: isGate(check, scoring),
  ballots,
});
const replay = (votes: readonly FullVote[]) =>
  Object.fromEntries(replayPolicies(votes, withStable).map((result) => [result.policy, result]));

const ballot = fc.constantFrom(...Verdict.options, null);
const fullVote = fc
  .tuple(fc.constantFrom(anyFail, unstable, stable), fc.array(ballot, { minLength: 1, maxLength: 7 }))
  .map(([check, ballots]) => vote(check, ballots));

test("stopping when the outcome is decided changes no outcome, one FAIL being enough or not", () => {
  fc.assert(
    fc.property(fc.array(fullVote, { minLength: 1, maxLength: 20 }), (votes) => {
      expect(replay(votes)["decided"]).toMatchObject({ verdictsChanged: 0, failsLost: 0, failsGained: 0 });
    }),
  );
});

test("no policy asks more than all votes, and fixed asks them all", () => {
  fc.assert(
    fc.property(fc.array(fullVote, { minLength: 1, maxLength: 20 }), (votes) => {
      const results = replay(votes);
      const all = votes.reduce((sum, { ballots }) => sum + ballots.length, 0);
      expect(results["fixed"]).toMatchObject({ calls: all, saved: 0, verdictsChanged: 0 });
      for (const { calls } of Object.values(results)) expect(calls).toBeLessThanOrEqual(all);
    }),
  );
});

test("mixed changes nothing about gates and about checks that are not known to be stable", () => {
  const careful = fullVote.filter(({ check }) => check !== stable);
  fc.assert(
    fc.property(fc.array(careful, { minLength: 1, maxLength: 20 }), (votes) => {
      expect(replay(votes)["mixed"]).toMatchObject({ verdictsChanged: 0, gateVerdictsChanged: 0 });
    }),
  );
});

test("a first PASS stops first_clear, which loses the FAIL that the others would have found", () => {
  const results = replay([vote(stable, ["PASS", "FAIL", "FAIL"]), vote(stable, ["FAIL", "FAIL", "PASS"])]);
  expect(results["first_clear"]).toMatchObject({ calls: 4, verdictsChanged: 1, fails: 2, failsLost: 1 });
  expect(results["decided"]).toMatchObject({ calls: 5, failsLost: 0 });
  expect(results["mixed"]).toMatchObject({ calls: 4, failsLost: 1 });
});
