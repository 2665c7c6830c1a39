import type { CalibrationStatus } from "../schema/calibration-status.ts";
import type { RunId, TranscriptId } from "../schema/ids.ts";
import type { Leaderboard } from "../schema/leaderboard.ts";
import type { RunBrief, ScanBrief, SiteIndex, Unreadable } from "../schema/site-index.ts";
import type { RunPage } from "../schema/site-run.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-corpus.ts";

/** One finished scan, from wherever it is kept. */
export interface SiteScan {
  readonly facts: ScanFacts;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  readRows(id: TranscriptId): Promise<readonly VerdictRow[]>;
}

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
  listRuns(): Promise<Listed<RunBrief>>;
  readRun(runId: RunId): Promise<RunPage | null>;
}
