import { expect, test } from "vitest";
import type { VerdictRow } from "../../schema/verdict.ts";
import { fixtureVerdicts } from "../report-verdicts.fixture.ts";
import { placeVerdicts } from "./place-verdicts.ts";

const ofTranscript = (id: string) => fixtureVerdicts.filter(({ transcript_id }) => transcript_id === id);
const crisis = ofTranscript("sim-breezy/safety_crisis_quiet_house_001.r1");
const ids = (rows: readonly VerdictRow[] | undefined) => rows?.map(({ mode_id }) => mode_id);

test("a verdict stands at the turn of its evidence, else at its window", () => {
  const { byTurn } = placeVerdicts(crisis, new Set([1, 2, 3]));
  expect([1, 2, 3].map((turn) => ids(byTurn.get(turn)))).toEqual([["IB-D2"], ["IB-A1"], ["IB-F4"]]);
});

test("a verdict whose turn is not in the conversation belongs to the whole", () => {
  const { byTurn, whole } = placeVerdicts(crisis, new Set([1]));
  expect([...byTurn.keys()]).toEqual([1]);
  expect(ids(whole)).toEqual(["IB-A1", "IB-F4"]);
});

test("checks without an occasion are counted, not listed", () => {
  expect(placeVerdicts(crisis, new Set([1, 2, 3])).notEligible).toBe(1);
});

test("the worst verdict of a turn comes first", () => {
  const strain = ofTranscript("sim-breezy/empathy_strain_second_shift_002.r1").toReversed();
  expect(ids(placeVerdicts(strain, new Set([1, 2])).byTurn.get(1))).toEqual(["IB-C2", "IB-D2"]);
});
