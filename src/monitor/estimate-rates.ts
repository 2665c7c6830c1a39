/** Estimates how often checks fail in a whole log, from the verdicts on a sample. Two-phase sampling: words first, a judge on some. */
import type { CheckId, TranscriptId } from "../schema/ids.ts";
import type { MonitorRate, MonitorSample, StratumName } from "../schema/monitor/monitor-sample.ts";
import type { Interval } from "../schema/scan/estimates.ts";
import type { VerdictCause, VerdictRow } from "../schema/scan/verdict.ts";
import { type SampledStratum, settled, stratifiedEstimate } from "../stats/stratified.ts";
import type { RateApart } from "../stats/unpaired.ts";

/** The check was looked at and did not apply: no cue, no act, or a judge says that the question does not arise. */
const NO_OCCASION: ReadonlySet<VerdictCause | undefined> = new Set(["no_cue", "no_act", undefined]);

type Outcome = "failed" | "held" | "open" | "not_looked";

type JudgedRow = Pick<VerdictRow, "transcript_id" | "mode_id" | "verdict"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
};

function outcomeOf({ verdict, details }: JudgedRow): Outcome {
  if (verdict === "FAIL") return "failed";
  if (verdict === "PASS") return "held";
  if (verdict === "UNCLEAR") return "open";
  return NO_OCCASION.has(details.cause) ? "held" : "not_looked";
}

/** Results of a sample for one check, by stratum. */
export interface JudgedCheck {
  readonly check: CheckId;
  readonly strata: readonly SampledStratum[];
  readonly notLooked: number;
}

/** Adds rows as they come; a drawn conversation without a row counts as undecided. */
export function createSampleTally(sample: Pick<MonitorSample, "strata" | "members">) {
  const stratumOf = new Map<TranscriptId, StratumName>(
    sample.members.map(({ transcript_id, stratum }) => [transcript_id, stratum]),
  );
  const byCheck = new Map<CheckId, Map<StratumName, Record<Outcome, number>>>();
  return {
    add(row: JudgedRow): void {
      const stratum = stratumOf.get(row.transcript_id);
      if (stratum === undefined) return;
      const ofCheck = byCheck.get(row.mode_id) ?? new Map<StratumName, Record<Outcome, number>>();
      byCheck.set(row.mode_id, ofCheck);
      const counts = ofCheck.get(stratum) ?? { failed: 0, held: 0, open: 0, not_looked: 0 };
      ofCheck.set(stratum, counts);
      counts[outcomeOf(row)] += 1;
    },
    finish: (): readonly JudgedCheck[] =>
      [...byCheck].map(([check, ofCheck]) => ({
        check,
        notLooked: [...ofCheck.values()].reduce((sum, { not_looked }) => sum + not_looked, 0),
        strata: sample.strata
          .filter(({ size }) => size > 0)
          .map(({ stratum, size, sampled }) => {
            const { failed, held } = ofCheck.get(stratum) ?? { failed: 0, held: 0 };
            return { size, sampled, yes: failed, open: sampled - failed - held };
          }),
      })),
  };
}

/** Estimates the share of all conversations of the log in which the check fails. */
export function rateOf({ check, strata, notLooked }: JudgedCheck): MonitorRate {
  const sum = (key: "sampled" | "yes" | "open") => strata.reduce((total, one) => total + one[key], 0);
  const [sampled, failed, open] = [sum("sampled"), sum("yes"), sum("open")];
  const counts = { mode_id: check, judged: sampled - open, failed, open };
  if (sampled === 0 || notLooked === sampled)
    return { ...counts, rate: null, interval: null, reason: "the check did not look at the sample" };
  const rate = { low: weighed(strata, false), high: weighed(strata, true) };
  return { ...counts, rate, interval: intervalAt(strata, 0.95) };
}

/** Returns the rate for a comparison; `null` if the check was not looked at. */
export function rateApart(judged: JudgedCheck): RateApart | null {
  const { rate } = rateOf(judged);
  if (rate === null) return null;
  return {
    value: (rate.low + rate.high) / 2,
    intervalAt: (confidence) => intervalAt(judged.strata, confidence),
  };
}

/** Sums all strata by size, with undecided conversations as failed or as passed. A stratum without a sample is entirely undecided. */
function weighed(strata: readonly SampledStratum[], isOpenFailed: boolean): number {
  const all = strata.reduce((sum, { size }) => sum + size, 0);
  return strata.reduce((sum, stratum) => {
    const { sampled, yes } = settled(stratum, isOpenFailed);
    return sum + (stratum.size / all) * (yes / sampled);
  }, 0);
}

function intervalAt(strata: readonly SampledStratum[], confidence: number): Interval {
  const all = strata.reduce((sum, { size }) => sum + size, 0);
  const rate = (shares: readonly number[]) => ({
    value: strata.reduce((sum, { size }, index) => sum + (size / all) * (shares[index] ?? 0), 0),
  });
  const estimate = stratifiedEstimate(strata, rate, { confidence });
  if (estimate.value === null) throw new Error("a share of strata is defined");
  return estimate.value.interval;
}
