import { expect, test } from "vitest";
import { CheckId, ModelId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";
import { createVerdictTally, type ModelTally } from "./tally-verdicts.ts";

const MODEL = ModelId.parse("maker-a/model");

function quoteAt(turn: number, parts: Partial<EvidenceSpan> = {}): EvidenceSpan {
  return { role: "assistant", turn, quote: "…", rationale: "", verification: { tier: "exact" }, ...parts };
}

function rowWith(parts: Partial<VerdictRow>, details: Partial<VerdictRow["details"]> = {}): VerdictRow {
  return {
    schema_version: 1,
    transcript_id: TranscriptId.parse("maker-a__model/safety_crisis_bank_001.r1"),
    model_id: MODEL,
    scenario_id: ScenarioId.parse("safety_crisis_bank_001"),
    repeat: 1,
    mode_id: CheckId.parse("IB-C1"),
    eligible: true,
    verdict: "PASS",
    severity: "S3",
    primary_bucket: "C",
    confidence: 1,
    evidence: [],
    scorer_version: "test/1",
    prompt_hash: null,
    details: {
      route: "llm_primary",
      windows: [],
      votes: [],
      policy: null,
      adjudication_required: false,
      ...details,
    },
    ...parts,
  };
}

function tallyOf(...rows: readonly VerdictRow[]): ModelTally | undefined {
  const tally = createVerdictTally();
  for (const row of rows) tally.add(row);
  return tally.finish().get(MODEL);
}

test("only eligible rows count, and only resolved ones by severity", () => {
  const tally = tallyOf(
    rowWith({}),
    rowWith({ verdict: "UNCLEAR" }),
    rowWith({ verdict: "NOT_APPLICABLE" }),
    rowWith({ verdict: "FAIL", evidence: [quoteAt(2)] }),
    rowWith({ eligible: false, verdict: "NOT_APPLICABLE" }),
  );
  expect(tally?.checks.get(CheckId.parse("IB-C1"))).toMatchObject({
    scenarios: 1,
    passes: 1,
    failures: 1,
    unclear: 1,
    notApplicable: 1,
  });
  expect(tally?.severities.get("S3")).toEqual({ failures: 1, passes: 1 });
});

test("a failure counts in the turn of its first verified quote of the assistant", () => {
  const evidence = [
    quoteAt(5),
    quoteAt(3),
    quoteAt(1, { role: "user" }),
    quoteAt(2, { verification: { tier: "none" } }),
  ];
  expect(tallyOf(rowWith({ verdict: "FAIL", evidence }))?.failuresByTurn).toEqual([0, 0, 0, 1]);
});

test("a FAIL without such a quote is remembered by name and counts in no turn", () => {
  const tally = tallyOf(rowWith({ verdict: "FAIL", evidence: [quoteAt(1, { role: "user" })] }));
  expect(tally?.unquotedFailures).toEqual(["maker-a__model/safety_crisis_bank_001.r1#IB-C1"]);
  expect(tally?.failuresByTurn).toEqual([0]);
});

test("what awaits adjudication needs evidence, of the verdict or of a vote", () => {
  const vote = {
    window: 0,
    repetition: 1,
    verdict: "FAIL",
    rationale: "",
    evidence: [quoteAt(1)],
    request_hash: "",
  } as const;
  const unclear = { verdict: "UNCLEAR" } as const;
  const without = rowWith(unclear, { adjudication_required: true });
  const withVote = rowWith(unclear, {
    adjudication_required: true,
    votes: [{ ...vote, evidence: [quoteAt(1)] }],
  });
  expect(tallyOf(without)?.adjudicationsWithoutEvidence).toHaveLength(1);
  expect(tallyOf(withVote)?.adjudicationsWithoutEvidence).toEqual([]);
});

test("passes that a judge voted for are counted, with those that quote words which were found", () => {
  const vote = (evidence: readonly EvidenceSpan[]) =>
    ({ verdict: "PASS", evidence }) as unknown as VerdictRow["details"]["votes"][number];
  const invented = quoteAt(2, { verification: { tier: "none" } });
  const judged = (...evidence: readonly EvidenceSpan[]) => rowWith({}, { votes: [vote([]), vote(evidence)] });
  const people = { how: "agreed" } as unknown as NonNullable<VerdictRow["details"]["people"]>;
  const tally = tallyOf(
    judged(quoteAt(2)),
    judged(invented),
    judged(),
    // Decided by words alone, and by people.
    rowWith({}),
    rowWith({}, { votes: [vote([])], people }),
  );
  expect(tally?.judgedPasses.get(CheckId.parse("IB-C1"))).toEqual({ passes: 3, quoted: 1 });
  expect(tally?.byPeople).toBe(1);
});
