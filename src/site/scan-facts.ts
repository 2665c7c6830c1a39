/** What a site keeps of a scan, how it is collected from rows as they pass by, and how several scans become one board. */

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

/** What a site keeps of a scorecard: every scorecard is one. */
export interface SiteCard
  extends MeasuredCard,
    Readonly<Pick<Scorecard, "transcript_id" | "hard_fail_reasons" | "blindspots">> {
  readonly scorers: MeasuredScorers & Pick<Scorecard["scorers"], "memory">;
}

/** Cards one by one; what many have alike is held once. */
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

/** What is kept in memory of one scan: everything but the texts, which stay on disk until someone looks. */
export interface ScanFacts {
  /** Names it in paths. */
  readonly scan: string;
  /** Of a board of several scans alone: the scan that has each model's own pages. */
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
  /** The conversations that lists name; every number is of all of them. @default all */
  readonly listed?: ReadonlySet<TranscriptId>;
  /** Every eligible row that failed, in the order of the scan. */
  readonly failures: readonly Failure[];
  /** What each eligible check said about each transcript. */
  readonly verdicts: ReadonlyMap<TranscriptId, ReadonlyMap<CheckId, Verdict>>;
  /** In how many conversations of a model nobody looked for a check, and why. */
  readonly unlooked: UnlookedCounts;
  readonly costs: ScanCosts;
}

type UnlookedCounts = ReadonlyMap<ModelId, ReadonlyMap<CheckId, ReadonlyMap<NotLooked, number>>>;

/** US dollars; `null` where nothing is known. */
export interface ScanCosts {
  readonly targetUsd: ReadonlyMap<ModelId, number | null>;
  readonly judgeUsd: number | null;
  /** On judging, in a sentence; absent of several scans as one, `null` where nothing of it could cost anything. */
  readonly spent?: string | null;
}

/** A row that failed, without its votes and its grounds. */
export interface Failure extends RankedFailure {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly votesToFail: number;
  readonly votesPlanned: number;
  readonly adjudicationRequired: boolean;
  /** Every turn with words of the assistant that prove it. */
  readonly turns: readonly number[];
  /** Of the quote. */
  readonly turn: number | null;
  readonly tier: EvidenceTier | null;
  /** What is missing, by how its check fails. */
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

/** The part of a row that is kept of every row. */
export type VerdictGlance = Pick<
  VerdictRow,
  "transcript_id" | "model_id" | "scenario_id" | "mode_id" | "eligible" | "verdict"
> & { readonly details: Pick<VerdictRow["details"], "cause"> };

export type CollectedVerdicts = Pick<ScanFacts, "failures" | "verdicts" | "unlooked">;

/** Collects what a site keeps of the verdicts as they pass by, so that nobody holds all rows. */
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
  // Of most conversations of a scenario the checks say the same.
  const keep = () => {
    if (current.id !== null)
      verdicts.set(current.id, parts.named(JSON.stringify([...current.said]), current.said));
  };
  return {
    /** `whole` is asked for where the row itself matters. */
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

/** Names a board of several scans in paths. */
export const BOARD_KEY = "board";

/** What is kept of some of a scan's models. */
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

/** Several scans as one, for a board of all their models; each model's own pages stay with its scan. */
export function joinFacts(scans: readonly [ScanFacts, ...ScanFacts[]]): ScanFacts {
  const [first] = scans;
  const judges = scans.map(({ costs }) => costs.judgeUsd);
  return {
    ...first,
    scan: BOARD_KEY,
    // An id like any other; no scan of this name is on disk.
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
