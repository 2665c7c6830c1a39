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
  /** The scan that has the model's page and conversations. */
  readonly scan: string;
  readonly model_id: ModelId;
  /** Key in paths. */
  readonly slug: string;
  readonly simulated: boolean;
  /** The model that chose the branches of its conversations, if any. */
  readonly router?: ModelId;
}

/** A scan in the list of scans. */
export interface ScanBrief {
  /** Key in paths. */
  readonly scan: string;
  readonly scan_id: RunId;
  /** `null` in a mailed report, which does not name the run. */
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
  /** Limits of its evidence, one sentence each; absent if it is fresh and complete. */
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
  /** The recorded start; `null` before it. */
  readonly created_at: string | null;
  readonly label?: ReleaseLabel;
}

/** An unreadable run or scan of the folder, and the reason. */
export interface Unreadable {
  readonly name: string;
  readonly problem: string;
}

/** One finished scan, from any storage. */
export interface SiteScan {
  readonly facts: ScanFacts;
  /** The pack's corpus, if the scan used a pack. */
  readonly corpus?: SiteCorpus;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  readRows(id: TranscriptId): Promise<readonly VerdictRow[]>;
  /** Labels that are not applied yet; absent if readers other than the owner have access. */
  readLabels?(): Promise<UnappliedLabels>;
  /** Results of other scorers, if there were any. */
  readScorerResults?(id: TranscriptId): Promise<readonly ScorerResult[]>;
  /** Its scorecards over some of its checks, for comparison with a scan that asked only those. */
  scoreSome?(checks: readonly CheckId[]): Promise<readonly SiteCard[]>;
}

/** One person's label of a verdict. */
export type PersonLabel = PeopleDecision["labels"][number];

/** Labels that change no number until they are applied. */
export interface UnappliedLabels {
  /** By `<transcript_id>#<mode_id>`. */
  readonly byVerdict: ReadonlyMap<string, readonly PersonLabel[]>;
  /** Batches with unreadable contents. */
  readonly unreadable: readonly string[];
}

/** The facts of a scan that the methods page uses. */
export type ScanMethod = Pick<ScanFacts, "scan" | "plan" | "summary">;

/** Readable items of a kind, and the unreadable ones. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly unreadable: readonly Unreadable[];
}

/** Data sources of a site. */
export interface SitePorts {
  /** `live`: a server that also has runs, events and any comparison. */
  readonly source: "live" | "static" | "report";
  readonly corpus: SiteCorpus;
  readonly toolVersion: string;
  readonly calibration: CalibrationStatus | null;
  readonly leaderboard: Leaderboard | null;
  /** Whether all scans together form one board, which is opened first. */
  readonly isJointBoard: boolean;
  /** Conversations that a mailed report does not hold. */
  readonly leftOut: { readonly conversations: number; readonly of: number; readonly why: string } | null;
  /** Newest first. */
  listScans(): Promise<Listed<ScanBrief>>;
  /** `null` if no scan has that name. */
  openScan(scan: string): Promise<SiteScan | null>;
  /** How a scan was made, without its verdicts; `null` if no scan has that name. */
  describeScan(scan: string): Promise<ScanMethod | null>;
  /** A pack by its name; the method is absent without access to packs, and returns `null` if no pack has that name. */
  openPack?(name: string): Promise<SiteCorpus | null>;
  listRuns(): Promise<Listed<RunBrief>>;
  readRun(runId: RunId): Promise<RunPage | null>;
  /** Conversations outside any scan; absent if readers other than the owner of the results have access. */
  readonly unjudged?: UnjudgedConversations;
}

/** The finished conversations of a run, judged or not. */
export interface UnjudgedConversations {
  /** By model, in plan order; `null` if the run does not exist. */
  list(runId: RunId): Promise<ReadonlyMap<ModelId, readonly TranscriptId[]> | null>;
  /** Reads a listed conversation. */
  read(runId: RunId, id: TranscriptId): Promise<Transcript>;
}

/** The parts of a corpus that the site shows. */
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
