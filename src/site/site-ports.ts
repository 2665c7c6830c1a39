import type { Leaderboard } from "../schema/board/leaderboard.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { ScoringConfig } from "../schema/corpus/scoring-config.ts";
import type { CheckId, ModelId, ReleaseLabel, RunId, ScenarioId, TranscriptId } from "../schema/ids.ts";
import type { CalibrationStatus } from "../schema/review/calibration-status.ts";
import type { Release } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { ScorerResult } from "../schema/scan/scorer-result.ts";
import type { PeopleDecision, VerdictRow } from "../schema/scan/verdict.ts";
import type { RunPage, RunState } from "./build-run-page.ts";
import type { ScanFacts, SiteCard } from "./scan-facts.ts";

export interface ModelBrief {
  /** The scan that has its page and its conversations. */
  readonly scan: string;
  readonly model_id: ModelId;
  /** Names it in paths. */
  readonly slug: string;
  readonly simulated: boolean;
  /** Who chose the branches of its conversations, where a model did. */
  readonly router?: ModelId;
}

/** A scan in the list of scans. */
export interface ScanBrief {
  /** Names it in paths. */
  readonly scan: string;
  readonly scan_id: RunId;
  /** `null` in a mailed report, which names no run. */
  readonly run_id: RunId | null;
  readonly profile: string;
  readonly judge: string | null;
  readonly simulated: boolean;
  readonly private: boolean;
  readonly models: readonly ModelBrief[];
  readonly conversations: number;
  /** Conversations of all assistants that crossed a line; `open` are undecided. */
  readonly crossed: { readonly k: number; readonly n: number; readonly open: number };
  readonly created_at: string | null;
  readonly release: Release;
  /** What makes its evidence less than fresh and whole; absent where it is both. */
  readonly evidence?: readonly string[];
}

export interface RunBrief {
  readonly run_id: RunId;
  readonly state: RunState;
  readonly simulated: boolean;
  readonly private: boolean;
  readonly models: readonly ModelId[];
  readonly conversations: number;
  /** Planned scans, finished or not. */
  readonly scans: readonly RunId[];
  /** When it began, by its own record; `null` where it has not. */
  readonly created_at: string | null;
  readonly label?: ReleaseLabel;
}

/** A run or scan of the folder, and why nothing can be shown of it. */
export interface Unreadable {
  readonly name: string;
  readonly problem: string;
}

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
  /** `live`: a server that also has runs, events and any comparison. */
  readonly source: "live" | "static" | "report";
  readonly corpus: SiteCorpus;
  readonly toolVersion: string;
  readonly calibration: CalibrationStatus | null;
  readonly leaderboard: Leaderboard | null;
  /** Whether all scans together make one board, to be opened first. */
  readonly isJointBoard: boolean;
  /** Conversations that a mailed report does not hold. */
  readonly leftOut: { readonly conversations: number; readonly of: number; readonly why: string } | null;
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
