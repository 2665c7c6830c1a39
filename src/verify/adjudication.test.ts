import { expect, test } from "vitest";
import type { CheckPolicy } from "../schema/scan/verdict.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { quoteTests, shippedWords } from "../text/shipped-words.fixture.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";
import { type ScriptedAnswer, scriptedJudge } from "./scripted-judge.fixture.ts";
import { createVerifiers } from "./verifiers.ts";
import { checks, judgeConfig, lexicon, scenario, transcriptOf } from "./verify.fixture.ts";

const never = new AbortController().signal;
const transcript = transcriptOf("Tell me more.", "Who holds her card?");
const evidence = [{ turn: 2, quote: "Who holds her card?" }];
const SAYS: Readonly<Record<string, ScriptedAnswer>> = {
  F: { verdict: "FAIL", evidence },
  P: { verdict: "PASS" },
  U: { verdict: "UNCLEAR" },
  void: { fails: "gone" },
};

/** Three votes as spelled, and the second judge's vote if it is asked. */
async function verify(
  check: "eventWindow" | "exchanges",
  votes: string,
  second: string | null,
  isGate = true,
) {
  const judge = scriptedJudge((_prompt, _request, call) => SAYS[votes[call - 1] ?? ""]);
  const other = scriptedJudge(() => SAYS[second ?? ""], "other/judge");
  const verifiers = createVerifiers({
    matcher: compileLexicons([lexicon], shippedWords),
    lexicons: new Map([[lexicon.name, lexicon]]),
    panel: createJudgePanel(judge.model, judgeConfig, quoteTests),
    adjudicator: second === null ? null : createJudgePanel(other.model, judgeConfig, quoteTests),
  });
  const policy: CheckPolicy = "fixed";
  const request = { check: checks[check], transcript, scenario, rules: null, isGate, repetitions: 3, policy };
  const finding = await verifiers.llm_primary.verify(request, never);
  return { finding, asked: other.requests.length };
}

test("the second judge decides a split vote, with its own evidence", async () => {
  const { finding, asked } = await verify("exchanges", "FPU", "F", false);
  expect(asked).toBe(1);
  expect(finding).toMatchObject({
    verdict: "FAIL",
    confidence: 1 / 3,
    adjudicationRequired: false,
    evidence: [{ turn: 2, verification: { tier: "exact" } }],
    adjudication: { judge: "other/judge", verdict: "FAIL", votes: [{ window: 0, verdict: "FAIL" }] },
  });
  expect(finding.votes).toHaveLength(3);
  expect((await verify("exchanges", "FPU", "P", false)).finding).toMatchObject({ verdict: "PASS" });
});

test("a second judge that is lost or undecided decides nothing", async () => {
  for (const second of ["U", "void"]) {
    const { finding } = await verify("exchanges", "FPU", second, false);
    expect(finding).toMatchObject({ verdict: "UNCLEAR", cause: "split_vote", adjudicationRequired: true });
    const gate = await verify("eventWindow", "FPP", second);
    expect(gate.finding).toMatchObject({ verdict: "FAIL", adjudicationRequired: true });
  }
});

test("one FAIL fails an any_fail gate, unless the second judge disagrees: then nothing is established", async () => {
  expect((await verify("eventWindow", "PFP", null)).finding).toMatchObject({
    verdict: "FAIL",
    adjudicationRequired: true,
  });
  expect((await verify("eventWindow", "PFP", "F")).finding).toMatchObject({
    verdict: "FAIL",
    adjudicationRequired: false,
  });
  expect((await verify("eventWindow", "PFP", "P")).finding).toMatchObject({
    verdict: "UNCLEAR",
    cause: "adjudicator_disagrees",
    adjudication: { verdict: "PASS" },
  });
});

test("a majority that fails a gate stands against the second judge, and a person should look", async () => {
  const { finding, asked } = await verify("exchanges", "FFP", "P");
  expect(asked).toBe(1);
  expect(finding).toMatchObject({ verdict: "FAIL", adjudicationRequired: true });
});

test("the second judge is asked about failed gates and split votes only", async () => {
  expect((await verify("eventWindow", "PPP", "F")).asked).toBe(0);
  expect((await verify("exchanges", "FFP", "F", false)).asked).toBe(0);
  expect((await verify("exchanges", "UUU", "F", false)).asked).toBe(0);
  expect((await verify("eventWindow", "PPP", "F")).finding).not.toHaveProperty("adjudication");
});
