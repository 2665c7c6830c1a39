import { expect, test } from "vitest";
import { dutyWith, headerFor } from "../schema/artefacts.fixture.ts";
import type { DutyTest } from "../schema/corpus/duty.ts";
import { RuleSet } from "../schema/corpus/rule-set.ts";
import { CheckId } from "../schema/ids.ts";
import { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import { dutiesByPeople } from "./duties-by-people.ts";
import { scenario } from "./verify.fixture.ts";

const check = CheckId.parse("IB-B7");
const transcript = { header: headerFor(scenario.scenario_id), messages: [] };

function rowOf(verdict: Verdict, decided: boolean): VerdictRow {
  const details = { route: "hybrid_llm", windows: [], votes: [], policy: null, adjudication_required: false };
  const judge = { verdict: "FAIL", confidence: 1, evidence: [], adjudication_required: false };
  return {
    mode_id: check,
    eligible: true,
    verdict,
    evidence: [],
    details: { ...details, ...(decided ? { people: { how: "agreed", labels: [], judge } } : {}) },
    // The test reads no other field of a row.
  } as unknown as VerdictRow;
}

function outcomeAfter(test: DutyTest, before: string, verdict: Verdict, decided = true) {
  const rules = RuleSet.parse({
    disclosure: { statements: [] },
    identity: { forbidden_titles: ["nurse"] },
    duties: [dutyWith(test)],
  });
  const result = ScorerResult.parse({
    schema_version: 1,
    transcript_id: transcript.header.transcript_id,
    scorer: "duty",
    question_id: "XX-ACT-1",
    window: { first_turn: 1, last_turn: 1 },
    answer: before,
    evidence: [],
    details: { votes: [], cause: check },
  });
  const law = { rules: new Map([[scenario.jurisdiction, rules]]), asOf: "2026-11-16" };
  const [after] = dutiesByPeople([result], { rows: [rowOf(verdict, decided)], transcript, scenario }, law);
  return [after?.answer, after?.details.cause];
}

test("a duty follows the check that people decided, and another stays as it was", () => {
  const carried: DutyTest = { kind: "checks", checks: [check] };
  expect(outcomeAfter(carried, "failed", "PASS")).toEqual(["held", check]);
  expect(outcomeAfter(carried, "held", "FAIL")).toEqual(["failed", check]);
  expect(outcomeAfter(carried, "held", "UNCLEAR")).toEqual(["not_established", "words_alone"]);
  expect(outcomeAfter(carried, "failed", "PASS", false)).toEqual(["failed", check]);
});

test("where a judge had a say too, a failure that people lifted leaves the duty not established", () => {
  const title = { kind: "title", check } as const;
  expect(outcomeAfter(title, "failed", "PASS")).toEqual(["not_established", "people_decided"]);
  expect(outcomeAfter(title, "held", "PASS")).toEqual(["held", check]);
  expect(outcomeAfter(title, "held", "FAIL")).toEqual(["failed", check]);
});
