/** Names of files and folders on disk: of runs, scans, reviews, boards, sites, and temporary files. */

import { join, resolve } from "node:path";
import type { RunId, Sha256, TranscriptId } from "../schema/ids.ts";
import { ArtefactError } from "./errors.ts";

/** The folder of scans inside a run, and of joint scans beside the runs. */
export const SCANS_NAME = "scans";
/** The folder beside the runs for scans that measure a judge. It has no plan, so it is never taken for a run. */
export const CALIBRATION_NAME = "calibration";
/** Default folder of reviews, below the current directory. */
export const REVIEWS_NAME = "reviews";
export const REVIEW_KEY_SUFFIX = ".key.json";
/** The folder beside the runs for scans of attacked conversations. */
export const ATTACKS_NAME = "attacks";
/** The folder beside the runs for cached replies. */
export const CACHE_NAME = ".cache";
/** A file name that boards use as a key for hashes of their scans' files. */
export const SCORECARDS_NAME = "scorecards.jsonl";
/** A journal may grow after its derived files are finished. */
export const JOURNAL_NAME = "journal.jsonl";
export const TRANSCRIPT_SUFFIX = ".jsonl";
/** Follows an annotator's name. */
export const LABEL_SUFFIX = ".jsonl";

/** A folder with this file is a run. */
export const RUN_PLAN_NAME = "run_plan.json";

export const LOCK_NAME = "lock";
/** A claim on a dead holder's lock. */
export const CLAIM_NAME = /^lock\.[0-9a-f]{64}$/;
/** An unfinished file: the pid of its writer and a random part. */
export const TEMPORARY_NAME = /\.(?<pid>[1-9][0-9]*)\.[0-9a-f]{12}\.tmp$/;
/** @param chance twelve random hex digits */
export function temporaryFile(path: string, pid: number, chance: string): string {
  return `${path}.${pid}.${chance}.tmp`;
}

/** A note in a run's folder that a queue holds words of it. */
export const QUEUE_NOTE_NAME = /^in_queue\.[0-9a-f]{16}\.json$/;
/** @param work sixteen hex digits of the hash of the work's name in the queue */
export function queueNote(run: string, work: string): string {
  return join(run, `in_queue.${work}.json`);
}

/** A run under deletion; no run's name begins with a dot. */
export const DELETED_NAME = /^\.deleted\.(?<runId>.+)\.[0-9a-f]+$/;
/** @param chance twelve random hex digits */
export function deletedFolder(runId: string, chance: string): string {
  return `.deleted.${runId}.${chance}`;
}

const SAFE_ID = /^(?!\.)[A-Za-z0-9._-]+\/(?!\.)[A-Za-z0-9._-]+$/;

/** Paths of a run's artefacts (spec/design.md, "On disk"). */
export interface RunDirectory {
  readonly path: string;
  readonly runPlan: string;
  readonly runManifest: string;
  readonly journal: string;
  /** Truth rows of simulated assistants. */
  readonly truth: string;
  /** Unreadable records of an imported log. */
  readonly quarantine: string;
  readonly transcripts: string;
  readonly scans: string;
  transcript(id: TranscriptId): string;
  scan(scanId: RunId): ScanDirectory;
}

/** Paths of a scan's artefacts. */
export interface ScanDirectory {
  readonly path: string;
  readonly scanPlan: string;
  readonly costReport: string;
  readonly journal: string;
  readonly verdicts: string;
  readonly scorerResults: string;
  readonly scorecards: string;
  readonly blindspotRates: string;
  readonly summaryJson: string;
  readonly summaryMarkdown: string;
  readonly report: string;
  /** People's labels, for a scan that they decided in part. */
  readonly labels: string;
  /** The seal, written last. */
  readonly seal: string;
  /** The decision of `gate`, for other tools and for people. */
  readonly gateJunit: string;
  readonly gateMarkdown: string;
}

export function runDirectory(results: string, runId: RunId): RunDirectory {
  return runDirectoryAt(join(results, runId));
}

/** Paths of a folder that may be a run. */
export function runDirectoryAt(path: string): RunDirectory {
  const transcripts = join(path, "transcripts");
  const scans = join(path, SCANS_NAME);
  return {
    path,
    runPlan: join(path, RUN_PLAN_NAME),
    runManifest: join(path, "run_manifest.json"),
    journal: join(path, JOURNAL_NAME),
    truth: join(path, "truth.jsonl"),
    quarantine: join(path, "quarantine.jsonl"),
    transcripts,
    scans,
    transcript: (id) => {
      // An id may come from a foreign file, and must not lead out of the folder.
      if (!SAFE_ID.test(id)) throw new ArtefactError({ path: transcripts }, `"${id}" is not a transcript id`);
      return join(transcripts, `${id}${TRANSCRIPT_SUFFIX}`);
    },
    scan: (scanId) => scanDirectory(join(scans, scanId)),
  };
}

/** Paths of a scan of one or several runs: the layout is the same in every folder. */
export function scanDirectory(path: string): ScanDirectory {
  return {
    path,
    scanPlan: join(path, "scan_plan.json"),
    costReport: join(path, "cost_report.json"),
    journal: join(path, JOURNAL_NAME),
    verdicts: join(path, "verdicts.jsonl"),
    scorerResults: join(path, "scorer_results.jsonl"),
    scorecards: join(path, SCORECARDS_NAME),
    blindspotRates: join(path, "blindspot_rates.json"),
    summaryJson: join(path, "summary.json"),
    summaryMarkdown: join(path, "summary.md"),
    report: join(path, "report", "index.html"),
    labels: join(path, "labels.jsonl"),
    seal: join(path, "seal.json"),
    gateJunit: join(path, "gate.xml"),
    gateMarkdown: join(path, "gate.md"),
  };
}

/** Paths of a review. The key and files merged with it are beside the batch, because annotators may see the batch. */
export function reviewDirectory(path: string) {
  const directory = resolve(path);
  return {
    path: directory,
    batch: join(directory, "batch.json"),
    items: join(directory, "items.jsonl"),
    labels: join(directory, "labels"),
    adjudication: join(directory, "adjudication"),
    key: `${directory}${REVIEW_KEY_SUFFIX}`,
    merged: `${directory}.labels.jsonl`,
    mergedAdjudication: `${directory}.adjudicated.jsonl`,
    sample: `${directory}.sample.jsonl`,
  } as const;
}

/** Files of a board's folder, by relative path. */
export const BOARD_FILES = {
  board: "leaderboard.json",
  csv: "leaderboard.csv",
  parquet: "leaderboard.parquet",
  changelog: "changelog.md",
  pages: "models",
  pageSuffix: ".md",
} as const;

/** A dataset folder of the corpus in the layout of Hugging Face. */
export const DATASET_FILES = {
  card: "README.md",
  canary: "CANARY.txt",
  part: (name: string) => `data/${name}.parquet`,
} as const;

/** The file of a board, given the file or its folder. */
export function boardFile(path: string): string {
  return path.endsWith(".json") ? path : join(path, BOARD_FILES.board);
}

/** Default output of `brief`, in a scan's folder. */
export const BRIEF_NAME = "brief.html";
/** Default output of `evidence`, in a scan's folder. */
export const EVIDENCE_NAME = "evidence";
export const EVIDENCE_FILES = {
  html: "evidence.html",
  json: "evidence.json",
  manifest: "manifest.json",
} as const;

/** The evidence file, given the file or its folder. */
export function evidenceFile(path: string): string {
  return path.endsWith(".json") ? path : join(path, EVIDENCE_FILES.json);
}

/** Paths of `monitor`'s counts of a log. */
export function monitorDirectory(path: string) {
  const directory = resolve(path);
  const chunks = join(directory, "chunks");
  return {
    path: directory,
    summary: join(directory, "monitor.json"),
    counts: join(directory, "counts.json"),
    countsCsv: join(directory, "counts.csv"),
    countsParquet: join(directory, "counts.parquet"),
    daysCsv: join(directory, "days.csv"),
    daysParquet: join(directory, "days.parquet"),
    hits: join(directory, "hits.parquet"),
    bad: join(directory, "bad.jsonl"),
    forgotten: join(directory, "forgotten.json"),
    chunks,
    reads: join(directory, "reads"),
    samples: join(directory, "samples"),
    /** A separate results folder: samples are ordinary runs. */
    runs: join(directory, "runs"),
    chunkCounts: (chunk: Sha256, scoring: Sha256) =>
      join(chunks, `${chunk}.${scoring.slice(0, 16)}${CHUNK_COUNTS_SUFFIX}`),
    chunkHits: (chunk: Sha256, scoring: Sha256) =>
      join(chunks, `${chunk}.${scoring.slice(0, 16)}${CHUNK_HITS_SUFFIX}`),
    /** @param cut hash of the file's path and of the way it is cut */
    read: (cut: string) => join(directory, "reads", `${cut}.json`),
    sample: (runId: RunId) => join(directory, "samples", `${runId}.json`),
  } as const;
}
export type MonitorPaths = ReturnType<typeof monitorDirectory>;
export const CHUNK_COUNTS_SUFFIX = ".counts.json";
export const CHUNK_HITS_SUFFIX = ".hits.jsonl";
/** Files in `chunks/` and in `reads/`; files with other names are foreign. */
export const CHUNK_NAME = /^[0-9a-f]{64}\.[0-9a-f]{16}\.(counts\.json|hits\.jsonl)$/;
export const READ_NAME = /^[0-9a-f]{32}\.json$/;

/** The name of a sample drawn by `monitor`. @param request hash of its source and the way it was drawn */
export function sampleRunName(request: string): string {
  return `sample-${request.slice(0, 10)}`;
}
export const SAMPLE_RUN_NAME = /^sample-[0-9a-f]{10}$/;

/** The folder of files that `index.html` loads. */
export const ASSETS_NAME = "assets";
/** In a published site's folder: the list of files that the site wrote. */
export const SITE_MARK_NAME = ".invisiblebench-site.json";

/** Results of each check of a corpus against people's labels. */
export function calibrationStatusFile(corpusRoot: string): string {
  return join(corpusRoot, "calibration", "status.json");
}

/** Held-out examples of the corpus, not used to write its lexicons. */
export function heldOutExamplesFile(corpusRoot: string): string {
  return join(corpusRoot, "lexicons", "heldout.jsonl");
}

/** Held-out messages of real length, not used to write its user lexicons. */
export function heldOutCuesFile(corpusRoot: string): string {
  return join(corpusRoot, "lexicons", "cues-heldout-2.jsonl");
}
