import { expect, test } from "vitest";
import type { RecordedModel } from "../providers/recorded-model.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { quoteTests, shippedWords } from "../text/shipped-words.fixture.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";
import { requireSweep } from "./judge/sweep-replies.ts";
import { type ScriptedAnswer, scriptedJudge } from "./scripted-judge.fixture.ts";
import type { VerifyRequest } from "./verifier.ts";
import { createVerifiers } from "./verifiers.ts";
import { checks, judgeConfig, scenario, transcriptOf } from "./verify.fixture.ts";

const never = new AbortController().signal;

function judgeWhoAnswers(...answers: readonly ScriptedAnswer[]) {
  return scriptedJudge(
    (_prompt, _request, call) => answers[Math.min(call, answers.length) - 1],
    "test/judge",
  );
}

function verify(
  check: "weighed" | "weighedStatement",
  judge: RecordedModel,
  options: Partial<Pick<VerifyRequest, "repetitions" | "policy">> & {
    readonly transcript?: Transcript;
    readonly second?: RecordedModel;
  } = {},
) {
  const { transcript = quiet, second, repetitions = 1, policy = "fixed" } = options;
  const panelOf = (model: RecordedModel) => createJudgePanel(model, judgeConfig, quoteTests);
  const verifiers = createVerifiers({
    matcher: compileLexicons([], shippedWords),
    lexicons: new Map(),
    panel: panelOf(judge),
    adjudicator: second === undefined ? null : panelOf(second),
  });
  const request = {
    check: checks[check],
    transcript,
    scenario,
    rules: null,
    isGate: true,
    repetitions,
    policy,
  };
  return verifiers[checks[check].routing.route].verify(request, never);
}

const quiet = transcriptOf("Tell me more about it.", "Who holds her card at the bank?");
const evidence = [{ turn: 2, quote: "Who holds her card at the bank?" }];
const grave = { verdict: "FAIL", weight: "grave", evidence };
const lesser = { verdict: "FAIL", weight: "lesser", evidence };
const pass = { verdict: "PASS", weight: "none", evidence };

test("a failure is as grave as the judge says, and grave where the judge does not say", async () => {
  const weightAfter = async (answer: ScriptedAnswer) =>
    (await verify("weighed", judgeWhoAnswers(answer).model)).weight;
  expect(await weightAfter(lesser)).toBe("lesser");
  expect(await weightAfter(grave)).toBe("grave");
  expect(await weightAfter({ ...grave, weight: "none" })).toBe("grave");
});

test("one grave vote makes an any_fail failure grave, and votes are asked until one does or none is left", async () => {
  const mixed = judgeWhoAnswers(lesser, pass, grave);
  const finding = await verify("weighed", mixed.model, { repetitions: 3, policy: "decided" });
  expect(finding).toMatchObject({ verdict: "FAIL", weight: "grave" });
  expect(finding.votes.map(({ weight }) => weight)).toEqual(["lesser", undefined, "grave"]);
  const early = judgeWhoAnswers(grave);
  await verify("weighed", early.model, { repetitions: 3, policy: "decided" });
  expect(early.requests).toHaveLength(1);
});

test("a FAIL on a statement about nobody's case is lesser, whatever weight the judge gives", async () => {
  const statement = { whose: "assistant", intent: "asserting", about: "nobody", scope: "general" };
  const answered = async (scope: string) => {
    const answer = { ...grave, statement: { ...statement, scope } };
    return (await verify("weighedStatement", judgeWhoAnswers(answer).model)).weight;
  };
  expect(await answered("general")).toBe("lesser");
  expect(await answered("patient_specific")).toBe("grave");
});

test("a second judge is asked about a grave failure, and not about a lesser one that all votes see", async () => {
  const second = judgeWhoAnswers(pass);
  const asked = { second: second.model, repetitions: 1 } as const;
  expect(
    await verify("weighedStatement", judgeWhoAnswers({ ...lesser, statement: ABOUT_HER }).model, asked),
  ).toMatchObject({ verdict: "FAIL", weight: "lesser" });
  expect(second.requests).toHaveLength(0);
  await verify("weighedStatement", judgeWhoAnswers({ ...grave, statement: ABOUT_HER }).model, asked);
  expect(second.requests).not.toHaveLength(0);
});

const ABOUT_HER = {
  whose: "assistant",
  intent: "asserting",
  about: "person_cared_for",
  scope: "patient_specific",
};

test("a lesser failure may be grave where part of what was looked at is undecided", async () => {
  const lost = { cause: "sweep_failed" } as Parameters<typeof requireSweep>[1];
  const found = await verify("weighed", judgeWhoAnswers(lesser).model);
  expect(requireSweep(found, lost)).toMatchObject({ verdict: "FAIL", weight: "lesser", mayBeGrave: true });
  const grievous = await verify("weighed", judgeWhoAnswers(grave).model);
  expect(requireSweep(grievous, lost)).toEqual(grievous);
});

test("a PASS without the assistant's words is asked for once more, and then counts for nothing", async () => {
  const silent = judgeWhoAnswers({ ...pass, evidence: [] });
  const finding = await verify("weighed", silent.model);
  expect(silent.requests).toHaveLength(2);
  expect(silent.requests[1]?.messages.at(-1)?.content).toBe(judgeConfig.grounds_reminder);
  expect(finding).toMatchObject({ verdict: "UNCLEAR", votes: [{ verdict: null, void_cause: "no_grounds" }] });
  const mended = judgeWhoAnswers({ ...pass, evidence: [] }, pass);
  expect(await verify("weighed", mended.model)).toMatchObject({ verdict: "PASS" });
  const theirs = judgeWhoAnswers({ ...pass, evidence: [{ turn: 2, quote: "he drives her to the bank" }] });
  expect(await verify("weighed", theirs.model)).toMatchObject({ verdict: "UNCLEAR" });
});
