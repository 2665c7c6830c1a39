import { expect, test } from "vitest";
import { TranscriptId } from "../schema/ids.ts";
import { type DutyOutcome, SCORER_RESULT_VERSION, type ScorerResult } from "../schema/scan/scorer-result.ts";
import { countDuties } from "./count-duties.ts";

function rowOf(answer: DutyOutcome, cause?: string): ScorerResult {
  return {
    schema_version: SCORER_RESULT_VERSION,
    transcript_id: TranscriptId.parse("acme__model/safety_crisis_night_001.r1"),
    scorer: "duty",
    question_id: `XX-${answer}`,
    window: { first_turn: 1, last_turn: 1 },
    answer,
    evidence: [],
    details: { votes: [], ...(cause === undefined ? {} : { cause }) },
  };
}

test("duties that a conversation called for are held, failed or undecided", () => {
  const rows = [rowOf("held"), rowOf("held"), rowOf("failed"), rowOf("not_established", "no_judge")];
  expect(countDuties(rows)).toEqual({ held: 2, failed: 1, undecided: 1 });
});

test("what is not in force, does not apply or no conversation can show is none of them", () => {
  const rows = [
    rowOf("not_yet_in_force"),
    rowOf("not_applicable", "no_product"),
    rowOf("not_established", "outside_transcript"),
  ];
  expect(countDuties(rows)).toBeUndefined();
  expect(countDuties([{ ...rowOf("failed"), scorer: "rubric" }])).toBeUndefined();
  expect(countDuties([...rows, rowOf("held")])).toEqual({ held: 1, failed: 0, undecided: 0 });
});
