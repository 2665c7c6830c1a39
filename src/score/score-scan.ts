import { InternPool } from "../kernel/intern-pool.ts";
import { type MeasuredCard, measuredPart, sharedCard } from "../measure/measured-card.ts";
import type { CountedRow } from "../measure/tally.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { RuleSet } from "../schema/corpus/rule-set.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, Jurisdiction } from "../schema/ids.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { PlannedTranscript, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { createDutyCounter, dutiesAmong } from "./count-duties.ts";
import type { NamedScorers } from "./named-scorers.ts";
import { scoreTranscript } from "./score-transcript.ts";
import { withMissingRows } from "./scored-rows.ts";
import { createBlindspotCounter, summarize } from "./summarize.ts";

/** All results that follow from a scan's verdicts. */
export interface ScanScores {
  readonly scorecards: readonly Scorecard[];
  readonly rates: BlindspotRates;
  readonly summary: Summary;
}

interface ScoredCorpus {
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly scoring: ScoringConfig;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
}

/** Rows and answers of one transcript. */
interface VerdictsOfTranscript {
  readonly planned: PlannedTranscript;
  readonly transcript: Transcript;
  readonly rows: readonly VerdictRow[];
  readonly scorerResults?: readonly ScorerResult[];
}

/** Contribution of one transcript to a scan's sums; without texts, so that workers can send it cheaply. */
export interface TranscriptScores {
  readonly card: MeasuredCard;
  /** Rows that count towards rates. */
  readonly counted: readonly CountedRow[];
  /** Duty rows of a pack; absent in a scan by the core's checks, whose summary has none. */
  readonly duties?: readonly ScorerResult[];
}

/** Creates a scorer of single transcripts; safe to run in worker threads. */
export function createTranscriptScorer(
  plan: Pick<ScanPlan, "fingerprints" | "by_pack">,
  corpus: ScoredCorpus,
  /** Scorers outside the gates; without them their scores stay `null`. */
  namedScorers?: NamedScorers,
): (verified: VerdictsOfTranscript) => TranscriptScores & { readonly card: Scorecard } {
  return (verified) => {
    const { transcript, rows, scorerResults = [] } = verified;
    const isAuthored = corpus.scenarios.has(transcript.header.scenario_id);
    const scored = withMissingRows({ ...verified, ...corpus, isAuthored });
    // Scorers outside the checks run only with the core's checks.
    const named =
      plan.by_pack === undefined ? namedScorers?.({ transcript, rows: scored, scorerResults }) : undefined;
    return {
      card: scoreTranscript({ ...verified, plan, corpus, ...(named === undefined ? {} : { named }) }),
      counted: rows.flatMap(({ eligible, verdict, model_id, mode_id, scenario_id, details }) => {
        const { cause, looked_by, lesser } = details;
        return eligible
          ? [{ eligible, verdict, model_id, mode_id, scenario_id, details: { cause, looked_by, lesser } }]
          : [];
      }),
      ...(plan.by_pack === undefined ? {} : { duties: dutiesAmong(scorerResults) }),
    };
  };
}

/** Creates sums over scored transcripts. Keeps only the needed numbers of each, and shared values once. */
export function createScanSums(plan: ScanPlan, corpus: ScoredCorpus) {
  const scorecards: MeasuredCard[] = [];
  const parts = new InternPool();
  const duties = createDutyCounter(plan, corpus);
  const blindspots = createBlindspotCounter(corpus.checks, corpus.scoring);
  return {
    add({ card, counted, duties: stated = [] }: TranscriptScores): void {
      blindspots.add(counted);
      duties.add(card, stated);
      scorecards.push(sharedCard(card, parts));
    },
    finish(): Omit<ScanScores, "scorecards"> {
      const rates = blindspots.rates();
      const { min_opportunities_for_rate: fewestForRate } = corpus.scoring.publication;
      const summary = summarize({ plan, scorecards, rates, ...corpus, fewestForRate });
      const models = summary.models.map(({ model_id }) => model_id);
      return { rates, summary: { ...summary, ...duties.of(models) } };
    },
  };
}

/** Scores transcripts as their verdicts arrive, so that a scan never holds all rows. */
export function createScanScorer(plan: ScanPlan, corpus: ScoredCorpus, namedScorers?: NamedScorers) {
  const scorecards: Scorecard[] = [];
  const sums = createScanSums(plan, corpus);
  const score = createTranscriptScorer(plan, corpus, namedScorers);
  return {
    add(verified: VerdictsOfTranscript): void {
      const { card, ...scores } = score(verified);
      scorecards.push(card);
      sums.add({ ...scores, card: measuredPart(card) });
    },
    finish: (): ScanScores => ({ scorecards, ...sums.finish() }),
  };
}
