import { expect, test } from "vitest";
import { describeLost } from "../domain/evidence-words.ts";
import type { PutQuestion } from "../domain/losses.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { LostCause, VerdictRow } from "../schema/scan/verdict.ts";
import { FailedCalls, failedCallsIn, type JudgedTranscript, lossesAfterPeople } from "./losses.ts";

/** The part of a row that a count reads. */
function rowOf(mode_id: string, verdict: string, details: object = {}): VerdictRow {
  return { mode_id, verdict, details: { votes: [], ...details } } as unknown as VerdictRow;
}

let units = 0;
function question(subject: string, cause?: LostCause, reason = "no reason"): PutQuestion {
  units += 1;
  return { unit: String(units), subject, lost: cause === undefined ? null : { cause, reason } };
}

function lossesOf(...transcripts: (Partial<JudgedTranscript> & { readonly broke?: string })[]) {
  const count = new FailedCalls();
  for (const { rows = [], scorerResults = [], questions = [], broke } of transcripts) {
    const messages = broke === undefined ? [] : [{ error: broke }];
    const transcript = { header: { complete: broke === undefined }, messages };
    count.add(failedCallsIn({ transcript: transcript as never, rows, scorerResults, questions }));
  }
  return count.finish();
}

test("a verdict is open because of a loss where it is UNCLEAR and a question about it has no answer", () => {
  const lost = lossesOf({
    questions: [
      question("IB-A1", "call_failed", "HTTP 500 oops"),
      question("IB-A1"),
      question("IB-A2", "call_failed", "HTTP 500 oops"),
      question("IB-A2", "call_failed", "HTTP 502"),
      question("IB-B1 sweep", "truncated"),
      question("IB-C1"),
    ],
    rows: [
      rowOf("IB-A1", "UNCLEAR"),
      // The other votes outvoted the lost one: it counts as lost, and nothing is undecided.
      rowOf("IB-A2", "FAIL"),
      rowOf("IB-B1", "UNCLEAR", { cause: "sweep_failed" }),
      // The judge was asked and is unsure.
      rowOf("IB-C1", "UNCLEAR", { cause: "judged_unclear" }),
      rowOf("IB-C2", "UNCLEAR", { cause: "no_judge" }),
    ],
  });
  expect(lost).toEqual({
    questions: 6,
    unanswered: {
      call_failed: { count: 3, example: "HTTP 500 oops" },
      truncated: { count: 1, example: "no reason" },
    },
    open_verdicts: 2,
    open_answers: 0,
  });
  expect(describeLost({ lost })).toEqual([
    "Lost: 4 of 6 questions to judges (3 calls failed: HTTP 500 oops; 1 answer was cut off); 2 verdicts are open because of it.",
  ]);
});

test("a lost search for cues leaves open what it left open, in its own conversation", () => {
  const open = rowOf("IB-A1", "UNCLEAR", { cause: "cue_search_failed" });
  const lost = lossesOf(
    { questions: [question("cues", "wrong_echo")], rows: [open, rowOf("IB-A2", "UNCLEAR")] },
    { questions: [question("cues")], rows: [open] },
  );
  expect(lost.open_verdicts).toBe(1);
});

test("a scorer's answer is open where one of its votes was lost, and a conversation where a reply was", () => {
  const answer = (question_id: string, value: number | null) =>
    ({ scorer: "regard", question_id, answer: value }) as ScorerResult;
  const lost = lossesOf(
    {
      questions: [
        question("regard.a", "unparsable"),
        question("regard.b", "unparsable"),
        question("regard.c"),
      ],
      scorerResults: [answer("a", null), answer("b", 1), answer("c", null)],
    },
    { broke: "HTTP 500\n  upstream exploded." },
  );
  expect(describeLost({ lost })).toEqual([
    "Lost: 1 conversation broke off (HTTP 500 upstream exploded), and is open.",
    "Lost: 2 of 3 questions to judges (2 answers could not be read); 1 answer of scorers is open because of it.",
  ]);
});

test("nothing is said where nothing is lost, or nobody counted", () => {
  expect(describeLost({ lost: lossesOf({ questions: [question("IB-A1")] }) })).toEqual([]);
  expect(describeLost({})).toEqual([]);
});

test("what people decided is open no longer", () => {
  const lost = lossesOf({
    questions: [question("IB-A1", "call_failed"), question("IB-A2", "call_failed")],
    rows: [rowOf("IB-A1", "UNCLEAR"), rowOf("IB-A2", "UNCLEAR")],
  });
  const votes = [{ void_cause: "call_failed" }];
  const rows = [
    rowOf("IB-A1", "FAIL", { votes, people: { judge: { verdict: "UNCLEAR" } } }),
    rowOf("IB-A2", "UNCLEAR", { votes }),
  ];
  expect(lossesAfterPeople(lost, rows)).toMatchObject({ open_verdicts: 1, unanswered: lost.unanswered });
});
