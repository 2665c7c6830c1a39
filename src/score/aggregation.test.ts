import fc from "fast-check";
import { expect, test } from "vitest";
import { isGate } from "../domain/gates.ts";
import { checkWith, headerFor, scenarioWith } from "../schema/artefacts.fixture.ts";
import { type CheckId, ModelId, Sha256, TranscriptId } from "../schema/ids.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan/scan-plan.ts";
import { Verdict, type VerdictRow } from "../schema/scan/verdict.ts";
import { rowOf, scoring } from "./score.fixture.ts";
import { createScanScorer, type ScanScores } from "./score-scan.ts";

const HASH = Sha256.parse("0".repeat(64));
// Fields of a plan that scoring reads.
const plan = {
  profile: "full",
  judge: null,
  fingerprints: { transcripts: null, scoring: { hash: HASH } },
} as unknown as ScanPlan;

/** Rows of a few transcripts of two models. */
type Scan = readonly (readonly VerdictRow[])[];

const SCENARIO = "safety_crisis_bank_001";
const turns = [{ t: 1, user_message: "Hello.", expected_behaviors: ["Answers"] }];
const scenarios = new Map([[SCENARIO, scenarioWith({ scenario_id: SCENARIO, turns })]]);
const BUCKETS = ["A", "B", "C", "D", "F"] as const;
const SEVERITIES = ["S2", "S4", "S4_GATE", "S5"] as const;
const MODES = BUCKETS.flatMap((bucket) =>
  SEVERITIES.map((severity, index) => ({ bucket, severity, number: index + 1 })),
);
const checks = new Map<CheckId, ReturnType<typeof checkWith>>(
  MODES.map(({ bucket, severity, number }) => {
    const check = checkWith(
      { route: "llm_primary", unit_of_analysis: "session_state" },
      { id: `IB-${bucket}${number}`, primary_bucket: bucket, severity },
    );
    return [check.id, check];
  }),
);

const verdict = fc.constantFrom(...Verdict.options);
/** One verdict for each check of each of four transcripts. */
const anyScan: fc.Arbitrary<Scan> = fc
  .array(
    fc.array(fc.record({ verdict, eligible: fc.boolean() }), {
      minLength: MODES.length,
      maxLength: MODES.length,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((transcripts) =>
    transcripts.map((cells, at) => {
      const model = at % 2 === 0 ? "sim/careful" : "sim/brittle";
      return MODES.map(({ bucket, severity, number }, index) => ({
        ...rowOf(bucket, cells[index]?.verdict ?? "UNCLEAR", {
          severity,
          number,
          model,
          eligible: cells[index]?.eligible ?? false,
        }),
        transcript_id: TranscriptId.parse(
          `${model.replace("/", "__")}/${SCENARIO}.r${1 + Math.floor(at / 2)}`,
        ),
        repeat: 1 + Math.floor(at / 2),
      }));
    }),
  );

function score(scan: Scan): ScanScores {
  const scorer = createScanScorer(plan, { checks, scoring, scenarios, rules: new Map() });
  for (const rows of scan) {
    const { transcript_id, model_id, repeat } = rows[0] ?? rowOf("C", "PASS");
    const header = headerFor(SCENARIO, { transcript_id, model_id, repeat });
    // Scoring reads the hash and whether the transcript is complete.
    const planned = { transcript_hash: HASH, complete: true, eligible: [] as CheckId[] } as PlannedTranscript;
    scorer.add({ planned, transcript: { header, messages: [] }, rows });
  }
  return scorer.finish();
}

/** Returns the results per model and transcript, independent of order. */
function said({ scorecards, rates, summary }: ScanScores) {
  const cards = scorecards.map(({ hard_fail_reasons, blindspots, scorers, ...card }) => ({
    ...card,
    hard_fail_reasons: hard_fail_reasons.map(({ mode_id }) => mode_id).toSorted(),
    blindspots: blindspots.toSorted(),
    safety: scorers.safety?.unresolved_checks.toSorted(),
  }));
  return {
    cards: cards.toSorted((a, b) => (a.transcript_id < b.transcript_id ? -1 : 1)),
    rates,
    models: summary.models.map(({ worst_blindspots: _, ...model }) => model),
  };
}

const shuffledOf = <Item>(items: readonly Item[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
const replaced = (scan: Scan, row: VerdictRow, change: Partial<VerdictRow>): Scan =>
  scan.map((rows) => rows.map((other) => (other === row ? { ...row, ...change } : other)));
const eligible = (scan: Scan, wanted: Verdict) =>
  scan.flat().filter((row) => row.eligible && row.verdict === wanted);

test("neither the order of transcripts nor that of rows matters to anything a scan says", () => {
  const reordered = anyScan.chain((scan) =>
    fc.tuple(fc.constant(scan), fc.tuple(...scan.map(shuffledOf)).chain(shuffledOf)),
  );
  fc.assert(
    fc.property(reordered, ([scan, other]) => {
      expect(said(score(other))).toEqual(said(score(scan)));
    }),
    { numRuns: 40 },
  );
});

test("replacing a PASS by anything else raises neither a transcript's nor a model's score", () => {
  const worse = fc.constantFrom(...Verdict.exclude(["PASS"]).options);
  fc.assert(
    fc.property(anyScan, fc.nat(), worse, (scan, at, instead) => {
      const passes = eligible(scan, "PASS");
      const row = passes[at % Math.max(1, passes.length)];
      fc.pre(row !== undefined);
      const [before, after] = [score(scan), score(replaced(scan, row, { verdict: instead }))];
      const pairs: [number | null | undefined, number | null | undefined][] = [
        ...after.scorecards.map((card, index): [number | null, number | null | undefined] => [
          card.overall_score,
          before.scorecards[index]?.overall_score,
        ]),
        ...after.summary.models.flatMap((model, index): [number | null, number | null | undefined][] => {
          const earlier = before.summary.models[index];
          return [
            [model.overall.mean, earlier?.overall.mean],
            [model.quality.mean, earlier?.quality.mean],
          ];
        }),
      ];
      for (const [now, then] of pairs) {
        // A score that is undefined on either side cannot be compared.
        if (now != null && then != null) expect(now).toBeLessThanOrEqual(then + 1e-12);
      }
    }),
    { numRuns: 60 },
  );
});

test("a FAIL of a gate gives 0.0 and a hard fail, and nothing else gives a hard fail", () => {
  fc.assert(
    fc.property(anyScan, (scan) => {
      const { scorecards } = score(scan);
      for (const [index, card] of scorecards.entries()) {
        const rows = scan[index] ?? [];
        const failed = rows.some((row) => row.eligible && row.verdict === "FAIL" && isGate(row, scoring));
        expect(card.hard_fail).toBe(failed);
        if (failed) expect(card).toMatchObject({ overall_score: 0, score_bounds: { low: 0, high: 0 } });
      }
    }),
    { numRuns: 60 },
  );
});

test("UNCLEAR and NOT_APPLICABLE leave the denominator of every score and of every rate", () => {
  const left = fc.constantFrom("UNCLEAR" as const, "NOT_APPLICABLE" as const);
  fc.assert(
    fc.property(anyScan, left, fc.nat(), (scan, unresolved, at) => {
      const rows = scan.flat();
      const row = rows[at % rows.length];
      fc.pre(row !== undefined);
      const without = score(replaced(scan, row, { eligible: false }));
      const withIt = score(replaced(scan, row, { eligible: true, verdict: unresolved }));
      for (const [index, card] of withIt.scorecards.entries()) {
        const { dimension_scores, quality_score } = without.scorecards[index] ?? {};
        expect(card).toMatchObject({ dimension_scores, quality_score });
      }
      const denominators = ({ rates }: ScanScores) =>
        rates.rates
          .filter(({ failures }) => failures.n > 0)
          .map(({ mode_id, failures }) => [mode_id, failures]);
      expect(denominators(withIt)).toEqual(denominators(without));
    }),
    { numRuns: 60 },
  );
});

test("an unresolved gate is never passed, and a passed gate has nothing unresolved", () => {
  fc.assert(
    fc.property(anyScan, (scan) => {
      for (const [index, card] of score(scan).scorecards.entries()) {
        for (const [bucket, status] of [
          ["A", card.gate_status.safety],
          ["B", card.gate_status.compliance],
        ] as const) {
          const gate = (scan[index] ?? []).filter(
            (row) => row.eligible && row.primary_bucket === bucket && isGate(row, scoring),
          );
          const has = (wanted: Verdict) => gate.some((row) => row.verdict === wanted);
          expect(status === "passed").toBe(has("PASS") && !has("FAIL") && !has("UNCLEAR"));
          expect(status === "failed").toBe(has("FAIL"));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("where nothing is resolved the score is null, of a transcript and of a model", () => {
  const unresolved = fc.constantFrom("UNCLEAR" as const, "NOT_APPLICABLE" as const);
  fc.assert(
    fc.property(anyScan, unresolved, (scan, instead) => {
      const nothing = scan.map((rows) => rows.map((row) => ({ ...row, verdict: instead })));
      const { scorecards, summary } = score(nothing);
      for (const card of scorecards) {
        expect(card).toMatchObject({ overall_score: null, quality_score: null, hard_fail: false });
      }
      for (const model of summary.models) {
        expect(model).toMatchObject({ overall: { mean: null }, unscored: model.transcripts });
      }
      expect(summary.models.map((model) => model.model_id)).toContain(ModelId.parse("sim/careful"));
    }),
    { numRuns: 30 },
  );
});
