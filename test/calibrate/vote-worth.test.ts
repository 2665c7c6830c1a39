import { expect, test } from "vitest";
import { createVoteCollector } from "../../src/calibrate/vote-worth.ts";
import { verdictKey } from "../../src/domain/keys.ts";
import type { Ballot } from "../../src/domain/votes.ts";
import { checkWith } from "../../src/schema/artefacts.fixture.ts";
import { Sha256, TranscriptId } from "../../src/schema/ids.ts";
import type { Transcript } from "../../src/schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "../../src/schema/scan/scan-plan.ts";
import type { CheckPolicy, Verdict, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { rowOf, scoring } from "../../src/score/score.fixture.ts";
import { scoreSingleVotes } from "../../src/score/score-single-votes.ts";

const routing = { route: "llm_primary", unit_of_analysis: "session_state", repetitions: 3 };
const check = checkWith(routing, { id: "IB-C1", primary_bucket: "C", severity: "S3" });
const checks = new Map([[check.id, check]]);

/** A row of one window with votes. */
function voted(number: number, ballots: readonly Ballot[], verdict: Verdict = "PASS"): VerdictRow {
  const row = rowOf("C", verdict);
  return {
    ...row,
    transcript_id: TranscriptId.parse(`sim__careful/safety_crisis_bank_001.r${number}`),
    details: {
      ...row.details,
      windows: [{ unit: "session_state", first_turn: 1, last_turn: 2, verdict }],
      votes: ballots.map((ballot, index) => ({
        window: 0,
        repetition: index + 1,
        verdict: ballot,
        rationale: "",
        evidence: [],
        request_hash: "0".repeat(64),
      })),
    },
  };
}

function worthOf(
  rows: readonly VerdictRow[],
  policy: CheckPolicy,
  labels: ReadonlyMap<string, Verdict> | null = null,
) {
  const collector = createVoteCollector(
    { votes: { [check.id]: { repetitions: 3, policy } } },
    checks,
    labels,
  );
  for (const row of rows) collector.add(row);
  return collector.finish();
}

const agreeing = [
  voted(1, ["FAIL", "FAIL", "FAIL"]),
  voted(2, ["PASS", "PASS", "PASS"]),
  voted(3, ["PASS", "PASS", "FAIL"]),
  voted(4, ["FAIL", null, "FAIL"]),
];

test("three votes that mostly agree are worth little more than one, and a void vote agrees with nobody", () => {
  const [found] = worthOf(agreeing, "fixed");
  expect(found).toMatchObject({ votes: 3, of: "answers", questions: 4, leftOut: 0 });
  expect(found?.worth).toBeGreaterThan(1);
  expect(found?.worth).toBeLessThan(2);
  const [more] = worthOf([...agreeing.slice(0, 3), voted(4, ["FAIL", "FAIL", "FAIL"])], "fixed");
  expect(more?.correlation).toBeGreaterThan(found?.correlation ?? 1);
});

test("a third vote that was asked for because two differed is no sample: the first two count", () => {
  const decided = [
    voted(1, ["FAIL", "FAIL"]),
    voted(2, ["PASS", "PASS"]),
    voted(3, ["PASS", "FAIL", "FAIL"]),
  ];
  expect(worthOf(decided, "decided")).toEqual(
    worthOf([...decided.slice(0, 2), voted(3, ["PASS", "FAIL"])], "decided"),
  );
  const [stopped] = worthOf([voted(1, ["PASS"]), voted(2, ["FAIL", "FAIL", "PASS"])], "first_clear");
  expect(stopped).toMatchObject({ questions: 0, leftOut: 2, correlation: null, worth: null });
});

test("with people's labels it is errors that are compared, on what was labelled", () => {
  const rows = [
    voted(1, ["FAIL", "FAIL", "FAIL"]),
    voted(2, ["PASS", "PASS", "PASS"]),
    voted(3, ["PASS", "FAIL", "PASS"]),
    voted(4, ["FAIL", "PASS", "FAIL"]),
  ];
  const truth = (labels: readonly Verdict[]) =>
    new Map(labels.map((label, index) => [verdictKey(rows[index]?.transcript_id ?? "", check.id), label]));
  const [allKnown] = worthOf(rows, "fixed", truth(["FAIL", "PASS", "PASS", "FAIL"]));
  // Right three times, three times, twice and twice: errors have nothing in common, however alike the answers are.
  expect(allKnown).toMatchObject({ of: "errors", questions: 4, worth: 3 });
  const [wrongTogether] = worthOf(rows, "fixed", truth(["PASS", "PASS", "PASS", "FAIL"]));
  expect(wrongTogether?.worth).toBeLessThan(2);
  expect(worthOf(rows, "fixed", truth(["FAIL", "PASS"]))[0]).toMatchObject({ questions: 2 });
});

const HASH = Sha256.parse("0".repeat(64));

function singleScores(rows: readonly VerdictRow[], policy: CheckPolicy) {
  const [{ transcript_id, model_id, scenario_id, repeat } = rowOf("C", "PASS")] = rows;
  // Scoring reads the ids, `complete`, the hashes, and the checks and votes that were planned, and nothing else of these.
  const header = { transcript_id, model_id, scenario_id, repeat, simulated: true, complete: true };
  const plan = {
    fingerprints: { scoring: { hash: HASH } },
    votes: { [check.id]: { repetitions: 3, policy } },
  } as unknown as ScanPlan;
  return scoreSingleVotes({
    plan,
    planned: { transcript_hash: HASH, eligible: [] as const } as unknown as PlannedTranscript,
    transcript: { header, messages: [] } as unknown as Transcript,
    rows,
    corpus: { checks, scoring, scenarios: new Map([[scenario_id, "a script"]]) },
  });
}

test("a score by single votes has a card for each vote that was cast anyway, and none where one was not", () => {
  const row = voted(1, ["PASS", "FAIL", null]);
  const other = rowOf("D", "PASS");
  expect(singleScores([row, other], "fixed")?.map((card) => card.quality_score)).toEqual([1, 0.5, 1]);
  expect(singleScores([row, other], "decided")?.map((card) => card.quality_score)).toEqual([1, 0.5]);
  expect(singleScores([row, other], "first_clear")).toBeNull();
  expect(singleScores([voted(1, ["PASS"]), other], "fixed")).toBeNull();
  expect(singleScores([other], "fixed")).toBeNull();
});
