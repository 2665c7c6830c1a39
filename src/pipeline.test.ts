import fc from "fast-check";
import { expect, test } from "vitest";
import { isGateDimension } from "./domain/dimensions.ts";
import { crossedLine } from "./domain/gates.ts";
import { verdictKey } from "./domain/keys.ts";
import { applyDecisions, decideItems } from "./review/apply-labels.ts";
import { type CheckId, Sha256 } from "./schema/ids.ts";
import type { Transcript } from "./schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "./schema/scan/scan-plan.ts";
import { Verdict, type VerdictRow } from "./schema/scan/verdict.ts";
import { rowOf, scoring } from "./score/score.fixture.ts";
import { scoreTranscript } from "./score/score-transcript.ts";
import { quoteTests } from "./text/shipped-words.fixture.ts";

const HASH = Sha256.parse("0".repeat(64));
const { transcript_id, model_id, scenario_id } = rowOf("C", "PASS");
// Without a quote lookup no other field of these is read.
const transcript = {
  header: { transcript_id, model_id, scenario_id, repeat: 1, simulated: true, complete: true },
  messages: [],
} as unknown as Transcript;
const planned = { transcript_hash: HASH, eligible: [] as CheckId[] } as PlannedTranscript;
const plan = { fingerprints: { scoring: { hash: HASH } } } as ScanPlan;

function score(rows: readonly VerdictRow[]) {
  const corpus = { checks: new Map(), scoring, scenarios: new Map([[scenario_id, "a script"]]) };
  return scoreTranscript({ plan, planned, transcript, rows, corpus });
}

const judgedRows = fc.uniqueArray(
  fc
    .record({
      bucket: fc.constantFrom("A" as const, "B" as const, "C" as const, "D" as const, "F" as const),
      number: fc.integer({ min: 1, max: 4 }),
      verdict: fc.constantFrom(...Verdict.options),
      isByWords: fc.boolean(),
    })
    .map(({ bucket, number, verdict, isByWords }) => {
      const row = rowOf(bucket, verdict, { number });
      return isByWords && verdict === "PASS"
        ? { ...row, details: { ...row.details, looked_by: "words" as const } }
        : row;
    }),
  { selector: (row) => row.mode_id, minLength: 1 },
);

/** Scores before and after two people label every check; null for no labels. */
function scoredWith(rows: readonly VerdictRow[], said: (row: VerdictRow) => Verdict | null) {
  const labels = rows.flatMap((row) => {
    const label = said(row);
    const item = verdictKey(transcript_id, row.mode_id);
    return label === null
      ? []
      : ["anna", "ben"].map((annotator) => ({ item, axis: row.mode_id, label, annotator }));
  });
  const decided = applyDecisions(rows, transcript, decideItems(labels), quoteTests);
  return { before: score(rows), after: score(decided) };
}

const streamOf = <Value>(...values: readonly Value[]) => fc.infiniteStream(fc.constantFrom(...values));

test("people who cannot decide, or call it a failure without its words, raise no lower end and clear no line", () => {
  fc.assert(
    fc.property(judgedRows, streamOf("UNCLEAR" as const, "FAIL" as const, null), (rows, said) => {
      const { before, after } = scoredWith(rows, () => said.next().value);
      const lows = ({ score_bounds, quality_bounds, dimension_bounds }: typeof before) =>
        [score_bounds, quality_bounds, ...Object.values(dimension_bounds)].map((range) => range?.low ?? 1);
      const [old, made] = [lows(before), lows(after)];
      expect(made.every((low, index) => low <= (old[index] ?? 0) + 1e-12)).toBe(true);
      expect(crossedLine(after)?.high ?? 0).toBeGreaterThanOrEqual(crossedLine(before)?.high ?? 0);
    }),
  );
});

test("people who say that a gate's check does not apply leave the gate open, and clear no line", () => {
  fc.assert(
    fc.property(judgedRows, streamOf("NOT_APPLICABLE" as const, null), (rows, said) => {
      const { before, after } = scoredWith(rows, (row) =>
        isGateDimension(row.primary_bucket) ? said.next().value : null,
      );
      expect(after.score_bounds?.low ?? 1).toBeLessThanOrEqual(before.score_bounds?.low ?? 1);
      expect(crossedLine(after)?.high ?? 0).toBeGreaterThanOrEqual(crossedLine(before)?.high ?? 0);
    }),
  );
  const { after } = scoredWith([rowOf("A", "FAIL")], () => "NOT_APPLICABLE");
  expect(after.gate_status.safety).toBe("not_established");
});
