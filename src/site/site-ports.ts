import type { Leaderboard } from "../schema/board/leaderboard.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ModelId, RunId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { PeopleDecision, VerdictRow } from "../schema/scan/verdict.ts";
import type { RunBrief, ScanBrief, SiteIndex, Unreadable } from "../schema/site/site-index.ts";
import type { RunPage } from "../schema/site/site-run.ts";
import type { ScanFacts, SiteCard } from "./scan-facts.ts";

/** One finished scan, from wherever it is kept. */
export interface SiteScan {
  readonly facts: ScanFacts;
  /** What it was made with, where that is a pack's. */
  readonly corpus?: SiteCorpus;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  readRows(id: TranscriptId): Promise<readonly VerdictRow[]>;
  /** What people have said of its verdicts without its being applied; absent where others than the owner read. */
  readLabels?(): Promise<UnappliedLabels>;
  /** What was asked beside the checks, where anything was. */
  readScorerResults?(id: TranscriptId): Promise<readonly ScorerResult[]>;
  /** Its scorecards over some of its checks alone, to be set beside a scan that asked only those. */
  scoreSome?(checks: readonly CheckId[]): Promise<readonly SiteCard[]>;
}

/** What one person says of a verdict. */
export type PersonLabel = PeopleDecision["labels"][number];

/** Labels that change no number until somebody applies them. */
export interface UnappliedLabels {
  /** By `<transcript_id>#<mode_id>`. */
  readonly byVerdict: ReadonlyMap<string, readonly PersonLabel[]>;
  /** Batches of which nobody can say what is in them. */
  readonly unreadable: readonly string[];
}

/** How a scan was made: all that the methods page says of it. */
export type ScanMethod = Pick<ScanFacts, "scan" | "plan" | "summary">;

/** What there is of a kind, and what of it cannot be read. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly unreadable: readonly Unreadable[];
}

/** What a site is made from. */
export interface SitePorts {
  readonly source: SiteIndex["source"];
  readonly corpus: SiteCorpus;
  readonly toolVersion: string;
  readonly calibration: CalibrationStatus | null;
  readonly leaderboard: Leaderboard | null;
  /** Whether all scans together make one board, to be opened first. */
  readonly isJointBoard: boolean;
  readonly leftOut: SiteIndex["left_out"];
  /** Newest first. */
  listScans(): Promise<Listed<ScanBrief>>;
  /** `null` where there is none of that name. */
  openScan(scan: string): Promise<SiteScan | null>;
  /** How a scan was made, without its verdicts; `null` where there is none of that name. */
  describeScan(scan: string): Promise<ScanMethod | null>;
  /** A pack by its name; absent where none can be had, `null` where there is none of that name. */
  openPack?(name: string): Promise<SiteCorpus | null>;
  listRuns(): Promise<Listed<RunBrief>>;
  readRun(runId: RunId): Promise<RunPage | null>;
  /** Conversations that no scan vouches for; absent wherever others than the owner of the results read. */
  readonly unjudged?: UnjudgedConversations;
}

/** The conversations of a run that have come to their end, whether or not anybody has judged them. */
export interface UnjudgedConversations {
  /** By model, in the order of the plan; `null` where there is no such run. */
  list(runId: RunId): Promise<ReadonlyMap<ModelId, readonly TranscriptId[]> | null>;
  /** One of those listed. */
  read(runId: RunId, id: TranscriptId): Promise<Transcript>;
}

/** What the site shows of a corpus. */
export interface SiteCorpus {
  readonly version: string;
  readonly hash: string;
  readonly private: boolean;
  readonly canary: string;
  readonly partHashes: object;
  readonly scenarios: ReadonlyMap<ScenarioId, Scenario>;
  readonly checks: ReadonlyMap<CheckId, Check>;
  readonly golden: ReadonlyMap<CheckId, readonly GoldenCard[]>;
  readonly scoring: ScoringConfig;
  readonly lexicons: { readonly size: number };
  readonly facts: { readonly length: number };
  readonly rules: { readonly size: number };
}
