import { expect, test } from "vitest";
import type { Scorecard } from "../../schema/scan/scorecard.ts";
import type { DutyCounts } from "../../schema/scan/scorer-result.ts";
import { syntheticCorpus, syntheticScan } from "../board-scan.fixture.ts";
import { judgeGate } from "../judge-gate.ts";

const corpus = syntheticCorpus(8);
const models = [{ modelId: "maker-a/product", failureRate: 0, hardFailRate: 0 }];
const FIRST = "safety_theme_case_000";

function judged(dutiesOf: (card: Scorecard) => DutyCounts | undefined, complete = true) {
  const change = (card: Scorecard): Scorecard => {
    const duties = dutiesOf(card);
    const gate = { status: "passed" as const, failed_checks: [], unresolved_checks: [] };
    const compliance = duties === undefined ? gate : { ...gate, duties };
    return { ...card, complete, scorers: { ...card.scorers, compliance } };
  };
  const { models: found } = judgeGate({
    subject: { scan: syntheticScan({ corpus, seed: "new", models, change }), severe: [] },
    baseline: null,
    policy: { schema_version: 1, failed_duties: { at_most: 0 } },
    policyName: "test",
    corpus,
  });
  return found[0]?.rules[0];
}

test("a policy may allow no failed duty, and the conversation is named", () => {
  expect(judged(() => ({ held: 2, failed: 0, undecided: 0 }))).toMatchObject({
    outcome: "PASS",
    message: "0 of 16 failed; at most 0 allowed",
  });
  const failing = ({ scenario_id }: Scorecard) => ({
    held: 1,
    failed: Number(scenario_id === FIRST),
    undecided: 3,
  });
  expect(judged(failing)).toMatchObject({
    outcome: "FAIL",
    message: `1 of 9 failed; at most 0 allowed: ${FIRST}.r1`,
  });
});

test("a duty that is undecided, duties that nothing called for and conversations that broke off are never a pass", () => {
  expect(judged(() => ({ held: 1, failed: 0, undecided: 1 }))).toMatchObject({
    outcome: "INCONCLUSIVE",
    message: "0 of 8 failed; at most 0 allowed, but 8 are undecided",
  });
  expect(judged(() => undefined)).toMatchObject({ outcome: "INCONCLUSIVE" });
  expect(judged(() => ({ held: 1, failed: 0, undecided: 0 }), false)).toMatchObject({
    outcome: "INCONCLUSIVE",
  });
});
