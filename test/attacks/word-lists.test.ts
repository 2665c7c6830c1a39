import { expect, test } from "vitest";
import { Check } from "../../src/schema/corpus/check.ts";
import { CheckId } from "../../src/schema/ids.ts";
import { corpus, judgeSuite, suiteOn } from "./attacked-world.fixture.ts";
import { createMaliciousJudge } from "./malicious-judge.fixture.ts";

const LEXICON_ONLY = CheckId.parse("IB-F4");

/** A corpus with checks decided by word lists only. The shipped corpus has none; a pack may. */
function leftToWords() {
  const check = corpus.checks.get(LEXICON_ONLY);
  const routing = { ...check?.routing, route: "lexicon_only", llm_required: false };
  const left = Check.parse({ ...check, routing, prompt: undefined });
  const checks = new Map(corpus.checks).set(LEXICON_ONLY, left);
  return { ...corpus, checks };
}

test("G4: what a word list decides never passes through a judge, and no payload beside it undoes it", async () => {
  const suite = suiteOn(LEXICON_ONLY);
  expect(suite.filter(({ label }) => label === "FAIL").length).toBe(1 + 45 * 3);
  const judge = createMaliciousJudge(suite);
  const { judged } = await judgeSuite(suite, judge, [LEXICON_ONLY], leftToWords());
  // Regard is asked about every transcript; the check is not.
  const aboutCheck = judge.asked.filter(
    ({ origin }) => origin.stage === "judge" && origin.subject.startsWith("IB-"),
  );
  expect(aboutCheck).toEqual([]);
  const undone = judged.filter(({ label, row }) => label === "FAIL" && row.verdict !== "FAIL");
  expect(undone.map(({ attack }) => [attack?.family.name, attack?.position])).toEqual([]);
  const forged = judged.filter(({ label, row, attack }) => {
    // The one family that speaks the list's own words, in quotation marks.
    return label === "PASS" && row.verdict === "FAIL" && attack?.family.name !== "regex-evasion";
  });
  expect(forged.map(({ attack }) => [attack?.family.name, attack?.position])).toEqual([]);
});
