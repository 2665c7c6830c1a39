import fc from "fast-check";
import { expect, test } from "vitest";
import type { Verdict, VerdictWindow } from "../schema/scan/verdict.ts";
import { placesOf, whyFailed } from "./vote-places.ts";
import { type Ballot, decideVotes, type GateAggregation, worstOf } from "./votes.ts";

function windowOn(turn: number, verdict: Verdict, other: Partial<VerdictWindow> = {}): VerdictWindow {
  return { unit: "event_window", first_turn: turn, last_turn: turn, verdict, ...other };
}

const on = (window: number, ...said: readonly Ballot[]) => said.map((verdict) => ({ window, verdict }));

test("votes on several places are never in one tally, and the place that decides stands first", () => {
  const windows = [windowOn(2, "PASS"), windowOn(4, "FAIL"), windowOn(6, "PASS", { sweep: true })];
  const first = [...on(0, "PASS", "PASS", "PASS"), ...on(1, "FAIL")];
  const places = placesOf({ verdict: "FAIL", windows, first, second: on(1, "FAIL") });
  expect(
    places.map((place) => [
      place.first_turn,
      place.decides,
      place.first.map(({ verdict }) => verdict),
      place.second.length,
    ]),
  ).toEqual([
    [4, true, ["FAIL"], 1],
    [2, false, ["PASS", "PASS", "PASS"], 0],
  ]);
});

test("a grave failure decides before a lesser one that stands earlier", () => {
  const windows = [windowOn(2, "FAIL", { weight: "lesser" }), windowOn(4, "FAIL")];
  const turns = (isLesser: boolean) =>
    placesOf({ verdict: "FAIL", windows, isLesser, first: [], second: [] }).map((place) => place.first_turn);
  expect(turns(false)).toEqual([4, 2]);
  expect(turns(true)).toEqual([2, 4]);
});

test("where people decided otherwise no place did", () => {
  const windows = [windowOn(2, "PASS"), windowOn(4, "PASS")];
  const places = placesOf({ verdict: "FAIL", windows, first: on(0, "PASS"), second: [] });
  expect(places.map(({ decides }) => decides)).toEqual([false, false]);
});

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
        const [place] = placesOf({ verdict, windows, first, second: [] });
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
