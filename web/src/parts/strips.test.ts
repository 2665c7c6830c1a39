import fc from "fast-check";
import { expect, test } from "vitest";
import { votePlaces } from "../../../src/domain/vote-places.ts";
import { type Ballot, decideVotes, type GateAggregation, worstOf } from "../../../src/domain/votes.ts";
import type { Verdict, VerdictWindow } from "../../../src/schema/scan/verdict.ts";
import { whyFailed } from "./strips.ts";

function windowOn(turn: number, verdict: Verdict): VerdictWindow {
  return { unit: "event_window", first_turn: turn, last_turn: turn, verdict };
}

const on = (window: number, ...said: readonly Ballot[]) => said.map((verdict) => ({ window, verdict }));

const ballots = fc.array(fc.constantFrom<Ballot>("PASS", "FAIL", "UNCLEAR", null), {
  minLength: 1,
  maxLength: 5,
});

test("a place that failed without a majority to fail says why", () => {
  fc.assert(
    fc.property(
      fc.array(ballots, { minLength: 1, maxLength: 4 }),
      fc.constantFrom<GateAggregation>("any_fail", "majority"),
      (votes, aggregation) => {
        const windows = votes.map((cast, index) =>
          windowOn(index + 1, decideVotes(cast, aggregation).verdict),
        );
        const verdict = worstOf(windows)?.verdict ?? "UNCLEAR";
        const first = votes.flatMap((cast, index) => on(index, ...cast));
        const [place] = votePlaces({ verdict, windows, first, second: [] });
        if (verdict !== "FAIL" || place === undefined) return;
        const toFail = place.first.filter((vote) => vote.verdict === "FAIL").length;
        const note = whyFailed(place, aggregation === "any_fail");
        expect(place.decides && toFail > 0).toBe(true);
        expect(note === null).toBe(toFail > place.first.length / 2);
      },
    ),
  );
});

test("a split vote that the second judge decided says so", () => {
  const split = { verdict: "FAIL", first: on(0, "FAIL", "PASS"), second: on(0, "FAIL") } as const;
  expect(whyFailed(split, false)).toBe("The votes were split, and the second judge decided.");
  expect(whyFailed({ ...split, second: [] }, false)).toBeNull();
});
