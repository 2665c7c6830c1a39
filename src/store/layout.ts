/** The names of files and folders on disk: of runs, scans, reviews, boards and sites, and of what is only there for a while. */

import { join, resolve } from "node:path";
import type { RunId, Sha256, TranscriptId } from "../schema/ids.ts";
import { ArtefactError } from "./errors.ts";

/** The folder of a run's scans, and beside the runs that of scans of several runs. */
export const SCANS_NAME = "scans";
/** Beside the runs, the folder of scans that measure a judge. No run can be called so, because a run has a plan. */
export const CALIBRATION_NAME = "calibration";
/** Where reviews lie unless somebody says otherwise, below the current directory. */
export const REVIEWS_NAME = "reviews";
export const REVIEW_KEY_SUFFIX = ".key.json";
/** Beside the runs, the folder of scans of attacked conversations. */
export const ATTACKS_NAME = "attacks";
/** Beside the runs, the folder of replies that can be found again. */
export const CACHE_NAME = ".cache";
/** A board keeps the hashes of its scans' files by name. */
export const SCORECARDS_NAME = "scorecards.jsonl";
/** A journal is written on, also after what follows from it was finished. */
export const JOURNAL_NAME = "journal.jsonl";
export const TRANSCRIPT_SUFFIX = ".jsonl";
/** After an annotator's name. */
export const LABEL_SUFFIX = ".jsonl";

/** What makes a folder a run. */
export const RUN_PLAN_NAME = "run_plan.json";

export const LOCK_NAME = "lock";
/** A claim on a dead holder's lock. */
export const CLAIM_NAME = /^lock\.[0-9a-f]{64}$/;
/** Of a file that is not whole yet: the process that writes it, and chance. */
export const TEMPORARY_NAME = /\.(?<pid>[1-9][0-9]*)\.[0-9a-f]{12}\.tmp$/;
/** @param chance twelve hex digits */
export function temporaryFile(path: string, pid: number, chance: string): string {
  return `${path}.${pid}.${chance}.tmp`;
}

/** A note in a run's folder that a queue holds words of it. */
export const QUEUE_NOTE_NAME = /^in_queue\.[0-9a-f]{16}\.json$/;
/** @param work sixteen hex digits of the hash of its name in the queue */
export function queueNote(run: string, work: string): string {
  return join(run, `in_queue.${work}.json`);
}

/** Of a run that is being deleted; no run's name begins with a dot. */
export const DELETED_NAME = /^\.deleted\.(?<runId>.+)\.[0-9a-f]+$/;
/** @param chance twelve hex digits */
export function deletedFolder(runId: string, chance: string): string {
  return `.deleted.${runId}.${chance}`;
}

const SAFE_ID = /^(?!\.)[A-Za-z0-9._-]+\/(?!\.)[A-Za-z0-9._-]+$/;

/** Where a run keeps its artefacts (spec/design.md, "On disk"). */
export interface RunDirectory {
  readonly path: string;
  readonly runPlan: string;
  readonly runManifest: string;
  readonly journal: string;
  /** What simulated assistants planted. */
  readonly truth: string;
  /** Records of an imported log that could not be read. */
  readonly quarantine: string;
  /** While a redaction is under way: what its scans' seals will be. */
  readonly promisedSeals: string;
  readonly transcripts: string;
  readonly scans: string;
  transcript(id: TranscriptId): string;
  scan(scanId: RunId): ScanDirectory;
}

/** Where a scan keeps its artefacts. */
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
  /** Of a scan that people decided in part: what they said. */
  readonly labels: string;
  /** Written last: what the evidence is. */
  readonly seal: string;
  /** What `gate` decided, for other tools and for people. */
  readonly gateJunit: string;
  readonly gateMarkdown: string;
}

export function runDirectory(results: string, runId: RunId): RunDirectory {
  return runDirectoryAt(join(results, runId));
}

/** Of a folder that may be a run's. */
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
    promisedSeals: join(path, "promised_seals.json"),
    transcripts,
    scans,
    transcript: (id) => {
      // An id may come from a file that someone else wrote, and must not lead out of the folder.
      if (!SAFE_ID.test(id)) throw new ArtefactError({ path: transcripts }, `"${id}" is not a transcript id`);
      return join(transcripts, `${id}${TRANSCRIPT_SUFFIX}`);
    },
    scan: (scanId) => scanDirectory(join(scans, scanId)),
  };
}

/** Of a run, or of several: wherever it lies, a scan is laid out alike. */
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

/** Where the parts of a review are. The key and what is merged with it lie beside the batch, which annotators may see. */
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

/** What a board's folder holds, by path relative to it. */
export const BOARD_FILES = {
  board: "leaderboard.json",
  csv: "leaderboard.csv",
  parquet: "leaderboard.parquet",
  changelog: "changelog.md",
  pages: "models",
  pageSuffix: ".md",
} as const;

/** A dataset folder of the corpus, as Hugging Face reads it. */
export const DATASET_FILES = {
  card: "README.md",
  canary: "CANARY.txt",
  part: (name: string) => `data/${name}.parquet`,
} as const;

/** The board that a person means: its file, or the folder it is in. */
export function boardFile(path: string): string {
  return path.endsWith(".json") ? path : join(path, BOARD_FILES.board);
}

/** In a scan's folder, unless somebody says otherwise: what `brief` writes. */
export const BRIEF_NAME = "brief.html";
/** In a scan's folder, unless somebody says otherwise: what `evidence` writes. */
export const EVIDENCE_NAME = "evidence";
export const EVIDENCE_FILES = {
  html: "evidence.html",
  json: "evidence.json",
  manifest: "manifest.json",
} as const;

/** The evidence that a person means: its file, or the folder it is in. */
export function evidenceFile(path: string): string {
  return path.endsWith(".json") ? path : join(path, EVIDENCE_FILES.json);
}

/** Where `monitor` keeps what it counted in a log. */
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
    /** A results folder of its own: samples are ordinary runs. */
    runs: join(directory, "runs"),
    chunkCounts: (chunk: Sha256, scoring: Sha256) =>
      join(chunks, `${chunk}.${scoring.slice(0, 16)}${CHUNK_COUNTS_SUFFIX}`),
    chunkHits: (chunk: Sha256, scoring: Sha256) =>
      join(chunks, `${chunk}.${scoring.slice(0, 16)}${CHUNK_HITS_SUFFIX}`),
    /** @param cut hash of the file's path and of how it is cut */
    read: (cut: string) => join(directory, "reads", `${cut}.json`),
    sample: (runId: RunId) => join(directory, "samples", `${runId}.json`),
  } as const;
}
export type MonitorPaths = ReturnType<typeof monitorDirectory>;
export const CHUNK_COUNTS_SUFFIX = ".counts.json";
export const CHUNK_HITS_SUFFIX = ".hits.jsonl";
/** In `chunks/` and in `reads/`: what else is there is somebody else's. */
export const CHUNK_NAME = /^[0-9a-f]{64}\.[0-9a-f]{16}\.(counts\.json|hits\.jsonl)$/;
export const READ_NAME = /^[0-9a-f]{32}\.json$/;

/** A run that `monitor` drew. @param request hash of what it was drawn from, and how */
export function sampleRunName(request: string): string {
  return `sample-${request.slice(0, 10)}`;
}
export const SAMPLE_RUN_NAME = /^sample-[0-9a-f]{10}$/;

/** The parts that `index.html` loads. */
export const ASSETS_NAME = "assets";
/** In a published site's folder: which of its files the site wrote. */
export const SITE_MARK_NAME = ".invisiblebench-site.json";

/** How each check of a corpus stood up against people's labels. */
export function calibrationStatusFile(corpusRoot: string): string {
  return join(corpusRoot, "calibration", "status.json");
}

/** The corpus's examples that its lexicons were not written from. */
export function heldOutExamplesFile(corpusRoot: string): string {
  return join(corpusRoot, "lexicons", "heldout.jsonl");
}

/** Messages of real length that its user lexicons were not written from. */
export function heldOutCuesFile(corpusRoot: string): string {
  return join(corpusRoot, "lexicons", "cues-heldout-2.jsonl");
}
