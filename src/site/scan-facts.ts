/** In-memory facts of a scan: their types, their collection from rows, and their merging into one board. */

import { isProof, omissionsOf } from "../domain/evidence.ts";
import { type NotLooked, whyNotLooked } from "../domain/gates.ts";
import { countVotes } from "../domain/votes.ts";
import { InternPool } from "../kernel/intern-pool.ts";
import {
  type MeasuredCard,
  type MeasuredScorers,
  measuredPart,
  sharedCard,
} from "../measure/measured-card.ts";
import { type RankedFailure, rankedFailure } from "../report/read-first.ts";
import type { CheckId, ModelId, RunId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import type { Release } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Scorecard } from "../schema/scan/scorecard.ts";
import type { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import type { EvidenceTier, Verdict, VerdictRow } from "../schema/scan/verdict.ts";

/** The part of a scorecard that a site keeps; every scorecard has it. */
export interface SiteCard
  extends MeasuredCard,
    Readonly<Pick<Scorecard, "transcript_id" | "hard_fail_reasons" | "blindspots">> {
  readonly scorers: MeasuredScorers & Pick<Scorecard["scorers"], "memory">;
}

/** Collects cards one by one and shares equal parts. */
export function createCardCollector() {
  const parts = new InternPool();
  const cards: SiteCard[] = [];
  return {
    add(card: Scorecard): void {
      const { transcript_id, hard_fail_reasons, blindspots } = card;
      const measured = measuredPart(card);
      cards.push({
        ...sharedCard({ ...measured, scorers: { ...measured.scorers, memory: card.scorers.memory } }, parts),
        transcript_id,
        hard_fail_reasons: parts.of(hard_fail_reasons),
        blindspots: parts.of(blindspots),
      });
    },
    collected: (): readonly SiteCard[] => cards,
  };
}

/** Facts of one scan in memory. Texts stay on disk until a page needs them. */
export interface ScanFacts {
  /** Key of the scan in paths. */
  readonly scan: string;
  /** Only on a board of several scans: the scan that holds each model's own pages. */
  readonly homes?: ReadonlyMap<ModelId, string>;
  readonly scanId: RunId;
  /** `null` in a mailed report. */
  readonly runId: RunId | null;
  readonly createdAt: string | null;
  readonly release: Release;
  readonly plan: ScanPlan;
  readonly summary: Summary;
  readonly rates: BlindspotRates;
  readonly scorecards: readonly SiteCard[];
  /** The conversations that lists name; numbers always cover all. @default all */
  readonly listed?: ReadonlySet<TranscriptId>;
  /** Every eligible failed row, in scan order. */
  readonly failures: readonly Failure[];
  /** Verdicts of each eligible check by transcript. */
  readonly verdicts: ReadonlyMap<TranscriptId, ReadonlyMap<CheckId, Verdict>>;
  /** Conversations of a model in which a check was not asked, counted by cause. */
  readonly unlooked: UnlookedCounts;
  readonly costs: ScanCosts;
}

type UnlookedCounts = ReadonlyMap<ModelId, ReadonlyMap<CheckId, ReadonlyMap<NotLooked, number>>>;

/** US dollars; `null` if unknown. */
export interface ScanCosts {
  readonly targetUsd: ReadonlyMap<ModelId, number | null>;
  readonly judgeUsd: number | null;
  /** A sentence about the cost of judging; absent for a joint board, `null` if no call had a price. */
  readonly spent?: string | null;
}

/** A failed row, without its votes and its grounds. */
export interface Failure extends RankedFailure {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly votesToFail: number;
  readonly votesPlanned: number;
  readonly adjudicationRequired: boolean;
  /** Every turn with words of the assistant that prove it. */
  readonly turns: readonly number[];
  /** Turn of the quote. */
  readonly turn: number | null;
  readonly tier: EvidenceTier | null;
  /** Missing content, by the way the check fails. */
  readonly omissions: ReturnType<typeof omissionsOf>;
}

function failureOf(row: VerdictRow): Failure {
  const votes = countVotes(row);
  const proofs = row.evidence.filter(isProof);
  const [first] = proofs;
  return {
    ...rankedFailure(row),
    scenarioId: row.scenario_id,
    repeat: row.repeat,
    votesToFail: votes?.winning ?? 0,
    votesPlanned: votes?.cast ?? 0,
    adjudicationRequired: row.details.adjudication_required,
    turns: [...new Set(proofs.map(({ turn }) => turn))].sort((a, b) => a - b),
    turn: first?.turn ?? null,
    tier: first?.verification.tier ?? null,
    omissions: omissionsOf(row),
  };
}

/** The part that is kept of every row. */
export type VerdictGlance = Pick<
  VerdictRow,
  "transcript_id" | "model_id" | "scenario_id" | "mode_id" | "eligible" | "verdict"
> & { readonly details: Pick<VerdictRow["details"], "cause"> };

export type CollectedVerdicts = Pick<ScanFacts, "failures" | "verdicts" | "unlooked">;

/** Collects a site's facts from verdict rows as they arrive, without holding all rows. */
export function createVerdictCollector() {
  const failures: Failure[] = [];
  const verdicts = new Map<TranscriptId, ReadonlyMap<CheckId, Verdict>>();
  const unlooked = new Map<ModelId, Map<CheckId, Map<NotLooked, number>>>();
  const countUnlooked = ({ model_id, mode_id }: VerdictGlance, why: NotLooked) => {
    const ofModel = unlooked.get(model_id) ?? new Map<CheckId, Map<NotLooked, number>>();
    const ofCheck = ofModel.get(mode_id) ?? new Map<NotLooked, number>();
    unlooked.set(model_id, ofModel.set(mode_id, ofCheck.set(why, (ofCheck.get(why) ?? 0) + 1)));
  };
  const parts = new InternPool();
  let current: { readonly id: TranscriptId | null; readonly said: Map<CheckId, Verdict> } = {
    id: null,
    said: new Map(),
  };
  // The checks give equal verdicts on most conversations of a scenario.
  const keep = () => {
    if (current.id !== null)
      verdicts.set(current.id, parts.named(JSON.stringify([...current.said]), current.said));
  };
  return {
    /** Adds a row. Calls `whole` only if the full row matters. */
    add(glance: VerdictGlance, whole: () => VerdictRow): void {
      const why = whyNotLooked(glance);
      if (why !== null) countUnlooked(glance, why);
      if (!glance.eligible) return;
      if (glance.transcript_id !== current.id) {
        keep();
        current = { id: glance.transcript_id, said: new Map(verdicts.get(glance.transcript_id)) };
      }
      current.said.set(glance.mode_id, glance.verdict);
      if (glance.verdict === "FAIL") failures.push(failureOf(whole()));
    },
    collected(): CollectedVerdicts {
      keep();
      return { failures, verdicts, unlooked };
    },
  };
}

/** Path key of a board of several scans. */
export const BOARD_KEY = "board";

/** The facts for some of a scan's models. */
export function factsOfModels(facts: ScanFacts, models: ReadonlySet<ModelId>): ScanFacts {
  if (facts.summary.models.every(({ model_id }) => models.has(model_id))) return facts;
  const scorecards = facts.scorecards.filter(({ model_id }) => models.has(model_id));
  const kept = new Set(scorecards.map(({ transcript_id }) => transcript_id));
  return {
    ...facts,
    summary: {
      ...facts.summary,
      models: facts.summary.models.filter(({ model_id }) => models.has(model_id)),
    },
    rates: { ...facts.rates, rates: facts.rates.rates.filter(({ model_id }) => models.has(model_id)) },
    scorecards,
    failures: facts.failures.filter(({ modelId }) => models.has(modelId)),
    verdicts: new Map([...facts.verdicts].filter(([id]) => kept.has(id))),
  };
}

/** Merges several scans for a board of all their models; each model's own pages stay with its scan. */
export function joinFacts(scans: readonly [ScanFacts, ...ScanFacts[]]): ScanFacts {
  const [first] = scans;
  const judges = scans.map(({ costs }) => costs.judgeUsd);
  return {
    ...first,
    scan: BOARD_KEY,
    // A normal id; no scan on disk has this name.
    scanId: BOARD_KEY as RunId,
    runId: null,
    createdAt: null,
    release: { label: null, begun_at: null },
    homes: new Map(
      scans.flatMap(({ scan, summary }) => summary.models.map(({ model_id }) => [model_id, scan] as const)),
    ),
    summary: {
      ...first.summary,
      simulated: scans.some(({ summary }) => summary.simulated),
      private: scans.some(({ summary }) => summary.private === true) ? true : undefined,
      models: scans.flatMap(({ summary }) => summary.models),
    },
    rates: { ...first.rates, rates: scans.flatMap(({ rates }) => rates.rates) },
    scorecards: scans.flatMap(({ scorecards }) => scorecards),
    failures: scans.flatMap(({ failures }) => failures),
    verdicts: new Map(scans.flatMap(({ verdicts }) => [...verdicts])),
    unlooked: new Map(scans.flatMap(({ unlooked }) => [...unlooked])),
    costs: {
      targetUsd: new Map(scans.flatMap(({ costs }) => [...costs.targetUsd])),
      judgeUsd: judges.reduce((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0),
    },
  };
}
