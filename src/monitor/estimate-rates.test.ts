import fc from "fast-check";
import { expect, test } from "vitest";
import { CheckId, TranscriptId } from "../schema/ids.ts";
import type { StratumName } from "../schema/monitor/monitor-sample.ts";
import type { Verdict, VerdictCause } from "../schema/scan/verdict.ts";
import { createSampleTally, rateOf } from "./estimate-rates.ts";
import { coverageOf, PLANTED_LOGS } from "./worlds.fixture.ts";

const CHECK = CheckId.parse("IB-A1");

/** Verdicts on a sample, by stratum; `null` means a missing row. */
function tallied(
  strata: readonly { name: StratumName; size: number; verdicts: readonly (Verdict | null)[] }[],
  cause?: VerdictCause,
) {
  const members = strata.flatMap(({ name, verdicts }) =>
    verdicts.map((verdict, index) => ({
      transcript_id: TranscriptId.parse(`a__b/import_${name}.r${index + 1}`),
      stratum: name,
      verdict,
    })),
  );
  const tally = createSampleTally({
    strata: strata.map(({ name, size, verdicts }) => ({ stratum: name, size, sampled: verdicts.length })),
    members: members.map(({ transcript_id, stratum }) => ({ transcript_id, stratum })),
  });
  for (const { transcript_id, verdict } of members)
    if (verdict !== null)
      tally.add({ transcript_id, mode_id: CHECK, verdict, details: cause === undefined ? {} : { cause } });
  const [judged] = tally.finish();
  if (judged === undefined) throw new Error("there are verdicts");
  return rateOf(judged);
}

const times = (count: number, verdict: Verdict | null) => Array.from({ length: count }, () => verdict);

test("each stratum counts by its size in the log, not in the sample", () => {
  const { rate } = tallied([
    { name: "neither", size: 900, verdicts: [...times(1, "FAIL"), ...times(49, "PASS")] },
    { name: "hit", size: 100, verdicts: [...times(25, "FAIL"), ...times(25, "PASS")] },
  ]);
  expect(rate?.low).toBeCloseTo(0.9 * 0.02 + 0.1 * 0.5, 12);
  expect(rate?.high).toBe(rate?.low);
});

test("what is unclear, and what has no verdict at all, lies between all against the assistant and all for it", () => {
  for (const open of ["UNCLEAR", null] as const) {
    const {
      rate,
      interval,
      open: counted,
      judged,
    } = tallied([
      {
        name: "neither",
        size: 100,
        verdicts: [...times(5, open), ...times(5, "FAIL"), ...times(40, "PASS")],
      },
    ]);
    expect(rate).toEqual({ low: 0.1, high: 0.2 });
    expect({ counted, judged }).toEqual({ counted: 5, judged: 45 });
    expect(interval?.low).toBeLessThan(0.1);
    expect(interval?.high).toBeGreaterThan(0.2);
  }
});

test("a verdict that becomes unclear never improves a number", () => {
  const anyVerdicts = fc.array(fc.constantFrom<Verdict>("PASS", "FAIL", "UNCLEAR"), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(
    fc.property(anyVerdicts, fc.nat(), (verdicts, at) => {
      const stratum = { name: "neither" as const, size: 400 };
      const before = tallied([{ ...stratum, verdicts }]);
      const after = tallied([{ ...stratum, verdicts: verdicts.with(at % verdicts.length, "UNCLEAR") }]);
      expect(after.rate?.high).toBeGreaterThanOrEqual((before.rate?.high ?? 0) - 1e-12);
      expect(after.interval?.high).toBeGreaterThanOrEqual((before.interval?.high ?? 0) - 1e-12);
    }),
  );
});

test("no failure in a sample is no proof: the interval says how many there may be", () => {
  const { rate, interval } = tallied([{ name: "neither", size: 10_000, verdicts: times(100, "PASS") }]);
  expect(rate).toEqual({ low: 0, high: 0 });
  expect(interval?.high).toBeGreaterThan(0.01);
});

test("a part of the log that nobody drew from may be anything", () => {
  const { rate, interval } = tallied([
    { name: "neither", size: 50, verdicts: [] },
    { name: "hit", size: 50, verdicts: times(20, "PASS") },
  ]);
  expect(rate).toEqual({ low: 0, high: 0.5 });
  expect(interval?.high).toBeGreaterThanOrEqual(0.5);
});

test("where somebody looked for an occasion and there was none, nothing failed; where nobody looked, there is no rate", () => {
  const sample = [{ name: "neither" as const, size: 100, verdicts: times(10, "NOT_APPLICABLE") }];
  expect(tallied(sample, "no_cue").rate).toEqual({ low: 0, high: 0 });
  expect(tallied(sample, "not_eligible")).toMatchObject({ rate: null, interval: null, judged: 0 });
});

// test/slow/monitor-coverage.test.ts runs a thousand worlds and more for each.
test.each(PLANTED_LOGS)("95% intervals hold the planted rate about that often: $name", (log) => {
  expect(coverageOf(log, 250)).toBeGreaterThan(0.9);
});
