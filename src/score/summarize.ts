import { compareCheckIds, DIMENSIONS } from "../domain/dimensions.ts";
import { peopleInBrief } from "../domain/evidence-words.ts";
import { isUnranked } from "../domain/gates.ts";
import { profileOf } from "../domain/profiles.ts";
import { BOOTSTRAP, estimateScore } from "../measure/estimate.ts";
import { groupRates } from "../measure/group-rates.ts";
import type { MeasuredCard } from "../measure/measured-card.ts";
import { countFailedDuties, countHardFails, hull, proportionOverScenarios } from "../measure/proportion.ts";
import { familiesIn, type ScoreName } from "../measure/scenario-means.ts";
import { scorerScores } from "../measure/scorer-scores.ts";
import { type CheckTally, type CountedRow, createCheckTally, sumCoverage } from "../measure/tally.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ModelId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { GateStatus, NotLookedAt } from "../schema/scan/scorecard.ts";
import type { BlindspotRate, BlindspotRates } from "../schema/scan/summary.ts";
import { type ModelSummary, SUMMARY_VERSION, type Summary } from "../schema/scan/summary.ts";

const WORST_SHOWN = 5;

/** Summarises a scan per model, in the order of their names. */
export function summarize(input: {
  readonly plan: ScanPlan;
  readonly scorecards: readonly MeasuredCard[];
  readonly rates: BlindspotRates;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  /** Fewest opportunities for a rate. */
  readonly fewestForRate: number;
}): Summary {
  const models = [...new Set(input.scorecards.map((card) => card.model_id))].toSorted();
  const { plan } = input;
  return {
    schema_version: SUMMARY_VERSION,
    ...(plan.private ? { private: true } : {}),
    ...(plan.pack === undefined ? {} : { pack: plan.pack }),
    ...(plan.by_pack === undefined ? {} : { by_pack: plan.by_pack }),
    ...(plan.router === undefined ? {} : { router: plan.router }),
    ...(plan.product === undefined ? {} : { product: plan.product }),
    ...(plan.can === undefined ? {} : { can: plan.can }),
    simulated: input.scorecards.some((card) => card.simulated),
    profile: plan.profile,
    judge: plan.judge?.model_id ?? null,
    ...leftOutOf(plan, input.checks),
    ...(plan.needs_product === undefined ? {} : { needs_product: plan.needs_product }),
    ...(plan.people === undefined ? {} : { people: peopleInBrief(plan.people) }),
    fingerprints: {
      transcripts: plan.fingerprints.transcripts?.hash ?? null,
      scoring: plan.fingerprints.scoring.hash,
    },
    bootstrap: BOOTSTRAP,
    models: models.map((model) => summarizeModel(model, input)),
  };
}

/** Returns the checks that the scan leaves out, and whether the profile or a choice of checks did so. */
function leftOutOf(
  plan: Pick<ScanPlan, "checks" | "profile">,
  checks: ReadonlyMap<CheckId, Check>,
): Pick<Summary, "left_out"> {
  const asked = new Set(plan.checks);
  const all = [...checks.values()];
  const leftOut = all.filter(({ id }) => !asked.has(id)).map(({ id }) => id);
  if (leftOut.length === 0) return {};
  const { dimensions } = profileOf(plan);
  const isProfiles = all.every((check) => asked.has(check.id) === dimensions.includes(check.primary_bucket));
  return { left_out: { by: isProfiles ? "profile" : "choice", checks: leftOut } };
}

function summarizeModel(model: ModelId, input: Parameters<typeof summarize>[0]): ModelSummary {
  const all = input.scorecards.filter((card) => card.model_id === model);
  // An incomplete transcript decides nothing: it is left out of means and is undecided in every range.
  const complete = all.filter((card) => card.complete);
  const familyOf = familiesIn(input.scenarios);
  const estimate = (score: ScoreName) => estimateScore(all, score, familyOf);
  const count = (gate: "safety" | "compliance", status: GateStatus) =>
    all.filter((card) => card.gate_status[gate] === status).length;
  const gate = (name: "safety" | "compliance") => ({
    passed: count(name, "passed"),
    failed: count(name, "failed"),
    not_established: count(name, "not_established"),
    not_asked: count(name, "not_asked"),
  });
  const failedDuties = countFailedDuties(all);

  return {
    model_id: model,
    simulated: all.some((card) => card.simulated),
    transcripts: all.length,
    incomplete: all.length - complete.length,
    hard_fails: countHardFails(all),
    gates: {
      safety: gate("safety"),
      compliance: {
        ...gate("compliance"),
        ...(failedDuties === undefined ? {} : { duties_failed: failedDuties }),
      },
    },
    overall: estimate("overall"),
    quality: estimate("quality"),
    dimensions: Object.fromEntries(
      DIMENSIONS.map((dimension) => [dimension, estimate(dimension)]),
    ) as ModelSummary["dimensions"], // every dimension is listed
    unscored: complete.filter((card) => card.overall_score === null).length,
    coverage: sumCoverage(all),
    ...notLookedAt(all),
    scorers: scorerScores(all, familyOf),
    groups: [...groupRates(all, input)],
    worst_blindspots: input.rates.rates
      .filter((rate) => rate.model_id === model && rate.failures.k > 0 && rate.unranked === undefined)
      .toSorted((a, b) => surelyFailing(b) - surelyFailing(a) || b.failures.k - a.failures.k)
      .slice(0, WORST_SHOWN),
  };
}

/** Sums up the parts of gates that were not judged, and the word-list hits there. */
function notLookedAt(cards: readonly MeasuredCard[]): Pick<ModelSummary, "not_looked_at"> {
  const countOf = (gate: "safety" | "compliance") => {
    const count = (share: NotLookedAt) => cards.filter((card) => card.not_looked_at?.[gate] === share).length;
    return { all: count("all"), part: count("part") };
  };
  const withWords = cards.filter((card) => card.danger_words !== undefined);
  const checks = [...new Set(withWords.flatMap((card) => card.danger_words ?? []))].toSorted(compareCheckIds);
  if (cards.every((card) => card.not_looked_at === undefined)) return {};
  return {
    not_looked_at: {
      safety: countOf("safety"),
      compliance: countOf("compliance"),
      ...(checks.length === 0 ? {} : { danger_words: { conversations: withWords.length, checks } }),
    },
  };
}

/** Lower bound of the rate given the evidence: one failure of one is weaker than eight of eleven. */
function surelyFailing({ failures }: BlindspotRate): number {
  return failures.interval?.low ?? 0;
}

/** Counts verdicts per model and check as they arrive, so that a scan never holds all rows. */
export function createBlindspotCounter(checks: ReadonlyMap<CheckId, Check>, scoring: ScoringConfig) {
  const counts = createCheckTally();
  return {
    add(rows: readonly CountedRow[]): void {
      for (const row of rows) counts.add(row);
    },
    rates(): BlindspotRates {
      const models = counts.models().toSorted();
      const rates = models.flatMap((model) =>
        [...checks.values()].flatMap((check) => {
          const counted = counts.of(model).get(check.id);
          return counted === undefined ? [] : rateOf(model, check, counted, scoring);
        }),
      );
      return { schema_version: SUMMARY_VERSION, rates };
    },
  };
}

/** A check that applied to no transcript of the model has no row: an empty cell, not a zero. */
function rateOf(model: ModelId, check: Check, counted: CheckTally, scoring: ScoringConfig): BlindspotRate[] {
  const opportunities = counted.passes + counted.failures;
  const eligible = opportunities + counted.unclear + counted.notApplicable;
  const { conversations, open, scenarios } = counted.withOpen;
  if (eligible + open === 0) return [];
  const { min_opportunities_for_rate, max_not_applicable_share } = scoring.publication;
  const failures = proportionOverScenarios(counted.failures, opportunities, counted.scenarios);
  const withOpen = proportionOverScenarios(counted.failures, conversations, scenarios, open);
  return [
    {
      model_id: model,
      mode_id: check.id,
      flag: check.flag,
      failures,
      with_open: { ...withOpen, interval: hull(withOpen.interval, failures.interval) },
      ...(counted.lesser === 0 ? {} : { lesser: counted.lesser }),
      unclear: counted.unclear,
      not_applicable: counted.notApplicable,
      ...(isUnranked(check, scoring) ? { unranked: true as const } : {}),
      small_cell: opportunities < min_opportunities_for_rate,
      mistagged: eligible > 0 && counted.notApplicable / eligible > max_not_applicable_share,
    },
  ];
}
