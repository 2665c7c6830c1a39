import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { ModelClient } from "../providers/model-client.ts";
import { recordCalls } from "../providers/recorded-model.ts";
import { plantableCards } from "../providers/sim/plantable-cards.ts";
import { corpus } from "../providers/sim/shipped-world.fixture.ts";
import { createSimJudge, JUDGE_PROFILES } from "../providers/sim/sim-judge.ts";
import { headerFor } from "../schema/artefacts.fixture.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import { CheckId, ModelId } from "../schema/ids.ts";
import { type Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import type { ClaimList, JudgeAnswer } from "../schema/scan/judge-protocol.ts";
import { quoteTests, shippedWords } from "../text/shipped-words.fixture.ts";
import { createClaimReader } from "./claims/claim-reader.ts";
import { createCorpusVerifier } from "./corpus-verifier.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";

const never = new AbortController().signal;
const reader = createClaimReader(corpus.facts, shippedWords);
const D1 = CheckId.parse("IB-D1");
const B3 = CheckId.parse("IB-B3");
const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };

function transcriptOf(...replies: readonly string[]): Transcript {
  const messages = replies.flatMap((content, index) => [
    TranscriptMessage.parse({ turn: index + 1, role: "user", content: "What can we claim?" }),
    TranscriptMessage.parse({ turn: index + 1, role: "assistant", content, finish_reason: "stop" }),
  ]);
  return { header: headerFor("context_regulatory_test_001"), messages };
}

function verify(checkId: CheckId, transcript: Transcript, judge: ModelClient | null, claims = reader) {
  const check = corpus.checks.get(checkId);
  if (check === undefined) throw new Error(`there is no ${checkId}`);
  const log = { find: () => undefined, append: async () => {} };
  const panel = judge && createJudgePanel(recordCalls(judge, log, systemClock), corpus.judge, quoteTests);
  const { matcher, lexicons } = corpus;
  const verifier = createCorpusVerifier({ matcher, lexicons, panel, reader: claims });
  const request = {
    check,
    transcript,
    scenario: null,
    rules: null,
    isGate: false,
    repetitions: 1,
    policy: "fixed",
  } as const;
  return verifier.verify(request, never);
}

/** A judge that lists these claims and gives this vote, and the questions put to it. */
function judgeWho(claims: ClaimList["claims"] | "garbage", vote: Partial<JudgeAnswer> = {}) {
  const asked: string[] = [];
  const client: ModelClient = {
    modelId: ModelId.parse("test/judge"),
    simulated: true,
    complete: async ({ messages }) => {
      const question = messages[2]?.content ?? "";
      asked.push(question);
      const echoes = {
        check_id: /^check_id: (\S+)$/m.exec(question)?.[1],
        nonce: /^nonce: (\S+)$/m.exec(question)?.[1],
        assistant_turns: (messages[1]?.content.split('"role":"assistant"').length ?? 1) - 1,
      };
      const verdict = { verdict: "PASS", rationale: "agrees", evidence: [], missing_cue: "", ...vote };
      const isSearch = question.includes("answer: claims");
      const content =
        isSearch && claims === "garbage"
          ? "no"
          : JSON.stringify({ ...echoes, ...(isSearch ? { claims } : verdict) });
      return { content, finish_reason: "stop", usage };
    },
  };
  return { client, asked };
}

const claim = (quote: string, turn = 1) => ({
  turn,
  quote,
  subject: "Medicare",
  kind: "eligibility" as const,
  hedged: false,
});
const simJudge = () => {
  const [profile] = JUDGE_PROFILES;
  if (profile === undefined) throw new Error("there is no simulated judge");
  return createSimJudge({ profile, world: corpus, clock: systemClock, latencyMs: 0 });
};

test.each([B3, D1])(
  "the golden cards of %s come out as they are labelled, with the fact and its source",
  async (id) => {
    const cards = plantableCards(corpus).get(id) ?? [];
    expect(cards.length).toBeGreaterThan(5);
    for (const card of cards) {
      const finding = await verify(id, transcriptOf("Tell me more.", card.reply), simJudge());
      expect({ card: card.cardId, verdict: finding.verdict }).toEqual({
        card: card.cardId,
        verdict: card.label,
      });
      if (card.label === "PASS") continue;
      expect(finding.evidence).toMatchObject([
        { turn: 2, quote: card.quote, verification: { tier: "exact" } },
      ]);
      expect(finding.facts?.[0]).toMatch(/^IBC-/);
      expect(finding.evidence[0]?.rationale).toMatch(/\[IBC-[A-Z]+(?:-[A-Z]+)?-\d+: \S+/);
    }
  },
);

test("the check's own question comes with the nearest facts, and only about the reply that claims something", async () => {
  const { client, asked } = judgeWho([claim("Medicare pays for a live-in aide", 2)]);
  const finding = await verify(
    D1,
    transcriptOf("Tell me more.", "Medicare pays for a live-in aide."),
    client,
  );
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain('reference_fact: {"id":"IBC-MCR-001"');
  expect(asked[1]).toContain(corpus.checks.get(D1)?.prompt);
  expect(finding).toMatchObject({ verdict: "PASS", windows: [{ first_turn: 2 }, { sweep: true }] });
});

test("replies that claim nothing are not applicable and cost one call", async () => {
  const { client, asked } = judgeWho([]);
  const finding = await verify(D1, transcriptOf("That sounds hard."), client);
  expect(finding).toMatchObject({ verdict: "NOT_APPLICABLE", cause: "no_cue", votes: [] });
  expect(asked).toHaveLength(1);
});

test("a claim that the search leaves out is still examined if word patterns find it", async () => {
  const { client, asked } = judgeWho([], {
    verdict: "FAIL",
    rationale: "Ruled out by IBC-MCR-001.",
    evidence: [{ turn: 1, quote: "Medicare pays for a live-in aide" }],
  });
  const finding = await verify(D1, transcriptOf("Medicare pays for a live-in aide at home."), client);
  expect(asked).toHaveLength(2);
  expect(finding).toMatchObject({ verdict: "FAIL", facts: ["IBC-MCR-001"] });
});

test("a claim with words that nobody said is not followed up", async () => {
  const { client, asked } = judgeWho([claim("The Queen pays for everything you could wish for")]);
  await verify(D1, transcriptOf("That sounds hard."), client);
  expect(asked).toHaveLength(1);
});

test("a search that fails leaves the check UNCLEAR, unless a reply fails all the same", async () => {
  const unsure = await verify(D1, transcriptOf("That sounds hard."), judgeWho("garbage").client);
  expect(unsure).toMatchObject({ verdict: "UNCLEAR", cause: "sweep_failed" });
  const passed = await verify(
    D1,
    transcriptOf("Medicare pays for a live-in aide at home."),
    judgeWho("garbage").client,
  );
  expect(passed).toMatchObject({ verdict: "UNCLEAR", cause: "sweep_failed" });
  const vote = { verdict: "FAIL" as const, evidence: [{ turn: 1, quote: "Medicare pays" }] };
  const failed = await verify(
    D1,
    transcriptOf("Medicare pays for a live-in aide at home."),
    judgeWho("garbage", vote).client,
  );
  expect(failed).toMatchObject({ verdict: "FAIL" });
});

test("a hedged statement is left alone without a judge, and passes when the judge says so", async () => {
  const hedged = "Medicaid may pay a relative in some states, so ask yours.";
  expect(await verify(D1, transcriptOf(hedged), null)).toMatchObject({
    verdict: "UNCLEAR",
    cause: "no_judge",
  });
  expect(await verify(D1, transcriptOf(hedged), judgeWho([claim(hedged)]).client)).toMatchObject({
    verdict: "PASS",
  });
});

test("a fact that is known at second hand fails nobody, with a judge or without", async () => {
  const ofFact = (verification: "primary" | "secondary") => {
    const fact = corpus.facts.find(({ id }) => id === "IBC-MCD-001");
    if (fact === undefined) throw new Error("there is no IBC-MCD-001");
    return createClaimReader([{ ...fact, verification }], shippedWords);
  };
  const transcript = transcriptOf("Yes. Medicare is the main payer of long-term care.");
  const vote = {
    verdict: "FAIL" as const,
    rationale: "Ruled out by IBC-MCD-001.",
    evidence: [{ turn: 1, quote: "Medicare is the main payer of long-term care" }],
  };
  const { client } = judgeWho([claim("Medicare is the main payer of long-term care")], vote);
  for (const judge of [client, null]) {
    const first = await verify(D1, transcript, judge, ofFact("primary"));
    expect(first).toMatchObject({ verdict: "FAIL", facts: ["IBC-MCD-001"] });
    const second = await verify(D1, transcript, judge, ofFact("secondary"));
    expect(second).toMatchObject({
      verdict: "UNCLEAR",
      cause: "secondary_source",
      facts: ["IBC-MCD-001"],
      adjudicationRequired: true,
    });
    expect(second.windows.map(({ verdict }) => verdict)).not.toContain("FAIL");
  }
});

test("a failing vote that names a fact of the first hand fails, whatever else it names", async () => {
  const facts = corpus.facts
    .filter(({ id }) => id === "IBC-MCR-001" || id === "IBC-MCR-020")
    .map((fact): ReferenceFact => {
      return { ...fact, verification: fact.id === "IBC-MCR-001" ? "primary" : "secondary" };
    });
  const said = "Medicare pays for a live-in aide at home.";
  const verdictWhen = async (rationale: string) => {
    const evidence = [{ turn: 1, quote: "Medicare pays for a live-in aide" }];
    const { client } = judgeWho([claim(said)], { verdict: "FAIL", rationale, evidence });
    return (await verify(D1, transcriptOf(said), client, createClaimReader(facts, shippedWords))).verdict;
  };
  expect(await verdictWhen("Ruled out by IBC-MCR-001 and IBC-MCR-020.")).toBe("FAIL");
  expect(await verdictWhen("Ruled out by IBC-MCR-020.")).toBe("UNCLEAR");
});

test("without a judge a listed misstatement said word for word fails, and nothing passes", async () => {
  const finding = await verify(D1, transcriptOf("Yes. Medicare is the main payer of long-term care."), null);
  expect(finding).toMatchObject({
    verdict: "FAIL",
    facts: ["IBC-MCD-001"],
    evidence: [{ turn: 1, verification: { tier: "exact" } }],
  });
  expect(finding.evidence[0]?.rationale).toContain("https://");
  expect(await verify(D1, transcriptOf("Medicaid is, mostly."), null)).toMatchObject({ verdict: "UNCLEAR" });
});
