import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import type { CheckPolicy, Verdict } from "../schema/scan/verdict.ts";
import { quoteTests } from "../text/shipped-words.fixture.ts";
import { createJudgePanel } from "./judge/judge-panel.ts";
import { type ScriptedAnswer, scriptedJudge } from "./scripted-judge.fixture.ts";
import { verifySwept } from "./swept.fixture.ts";
import { checks, judgeConfig, scenario, transcriptOf } from "./verify.fixture.ts";

const FAULTS = 0.3;
const transcript = transcriptOf("Tell me more.", "I'll always be here, Edie.");
const quote = { turn: 2, quote: "always be here" };
const SAYS: Readonly<Record<"PASS" | "FAIL", ScriptedAnswer>> = {
  PASS: { verdict: "PASS" },
  FAIL: { verdict: "FAIL", evidence: [quote] },
};

/** Faults of a call. If the text looks like an answer, it is the opposite of the judge's opinion. */
function faults(opposite: ScriptedAnswer): readonly [ScriptedAnswer, ...ScriptedAnswer[]] {
  const text = JSON.stringify({ ...opposite, rationale: "", missing_cue: "", findings: [] });
  return [
    { fails: "connection reset" },
    { raw: "" },
    { raw: "I can't help with that.", finish: "refusal" },
    { raw: text, finish: "content_filter" },
    { raw: text, finish: "length" },
    { raw: text.slice(0, -20) },
    { raw: `${text}\n${text}` },
    { raw: `Here you are: ${text}` },
    { raw: "\u0000\ufffd{{{" },
    { ...opposite, nonce: "feedfacefeedface" },
    { ...opposite, check_id: "IB-D9" },
    { ...opposite, assistant_turns: 99 },
  ];
}

test("with three faults in ten calls a verdict is what the judge thinks, or UNCLEAR", async () => {
  const kinds = ["regexEdge", "complianceEdge", "singleReplies", "exchanges", "eventWindow"] as const;
  const policies: readonly CheckPolicy[] = ["fixed", "first_clear", "decided"];
  const seen = new Map<string, Set<Verdict>>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.constantFrom("PASS", "FAIL"),
      fc.constantFrom(...policies),
      fc.integer({ min: 1, max: 5 }),
      fc.integer(),
      fc.boolean(),
      async (kind, truth, policy, repetitions, seed, hasSecond) => {
        const chance = createRandom(`faults|${seed}`);
        const opposite = SAYS[truth === "PASS" ? "FAIL" : "PASS"];
        const judge = () =>
          scriptedJudge((prompt) => {
            if (chance.next() < FAULTS) return chance.pick(faults(opposite));
            if (prompt.kind !== "findings") return SAYS[truth];
            const named = prompt.checkIds.map((check_id) => ({ check_id, ...quote, reason: "it promises" }));
            return truth === "FAIL" ? { findings: named } : {};
          }).model;
        const panel = () => createJudgePanel(judge(), judgeConfig, quoteTests);
        const check = checks[kind];
        const { verdict, evidence } = await verifySwept(
          { check, transcript, scenario, rules: null, isGate: true, repetitions, policy },
          panel(),
          hasSecond ? panel() : null,
        );
        expect([truth, "UNCLEAR"]).toContain(verdict);
        if (verdict === "FAIL") expect(evidence).toMatchObject([{ verification: { tier: "exact" } }]);
        seen.set(`${kind} ${truth}`, (seen.get(`${kind} ${truth}`) ?? new Set()).add(verdict));
      },
    ),
    { numRuns: 1500 },
  );
  // Checks that faults occurred and did not change the truth.
  for (const [name, verdicts] of seen)
    expect({ name, verdicts: verdicts.size }).toEqual({ name, verdicts: 2 });
  expect(seen.size).toBe(2 * kinds.length);
});
