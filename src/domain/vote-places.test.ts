import { expect, test } from "vitest";
import type { Verdict, VerdictWindow } from "../schema/scan/verdict.ts";
import { votePlaces } from "./vote-places.ts";
import type { Ballot } from "./votes.ts";

function windowOn(turn: number, verdict: Verdict, other: Partial<VerdictWindow> = {}): VerdictWindow {
  return { unit: "event_window", first_turn: turn, last_turn: turn, verdict, ...other };
}

const on = (window: number, ...said: readonly Ballot[]) => said.map((verdict) => ({ window, verdict }));

test("votes on several places are never in one tally, and the place that decides stands first", () => {
  const windows = [windowOn(2, "PASS"), windowOn(4, "FAIL"), windowOn(6, "PASS", { sweep: true })];
  const first = [...on(0, "PASS", "PASS", "PASS"), ...on(1, "FAIL")];
  const places = votePlaces({ verdict: "FAIL", windows, first, second: on(1, "FAIL") });
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
    votePlaces({ verdict: "FAIL", windows, isLesser, first: [], second: [] }).map(
      (place) => place.first_turn,
    );
  expect(turns(false)).toEqual([4, 2]);
  expect(turns(true)).toEqual([2, 4]);
});

test("where people decided otherwise no place did", () => {
  const windows = [windowOn(2, "PASS"), windowOn(4, "PASS")];
  const places = votePlaces({ verdict: "FAIL", windows, first: on(0, "PASS"), second: [] });
  expect(places.map(({ decides }) => decides)).toEqual([false, false]);
});
