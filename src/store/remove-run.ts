import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { BenchError } from "../kernel/errors.ts";
import { RunId, type TranscriptId } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/run/journal.ts";
import { MANIFEST_VERSION, RunManifest } from "../schema/run/manifest.ts";
import { StoredRunPlan } from "../schema/run/run-plan.ts";
import { type Transcript, TranscriptHeader, TranscriptMessage } from "../schema/run/transcript.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../schema/scan/scan-plan.ts";
import { readJsonArtefact, readTranscriptFile, writeTranscriptFile } from "./artefact-files.ts";
import { listNames, syncDirectory, toWriteError } from "./file-system.ts";
import { DELETED_PREFIX, type RunDirectory, runDirectory, SCANS_NAME } from "./layout.ts";
import { redactBySchema } from "./redact/redact-by-schema.ts";
import { redactReviews } from "./redact/redact-reviews.ts";
import {
  deleteScansNaming,
  filesKeptOf,
  redactArtefact,
  redactLines,
  redactScan,
  redactScansNaming,
  removeAllBut,
  scansNaming,
} from "./redact/redact-scan.ts";
import { refuseLinks } from "./redact/refuse-links.ts";
import { openRun, openRunDirectory } from "./run-store.ts";
import { checkSeal, type SealInput, writeSeal } from "./seal.ts";

/** A run, and the folders in which batches for annotators may lie that were drawn from it. */
export interface RunWithReviews {
  readonly results: string;
  readonly runId: RunId;
  readonly reviews: readonly string[];
}

export interface Redaction {
  readonly transcripts: number;
  /** Its own, and those outside its folder that name it. */
  readonly scans: number;
  /** Batches for annotators that were drawn from it. */
  readonly reviews: number;
  /** Files that were no artefact, or a rendering of one: relative to the run's folder. */
  readonly removed: readonly string[];
}

/**
 * Replaces every text of a run by its hash. The run is marked first, so that from then on nothing is judged from it;
 * when this is cut short, doing it again finishes it, and its scans' seals stay broken. Whatever is not known to be free of text is removed.
 */
export async function redactRunFolder(
  { results, runId, reviews }: RunWithReviews,
  signal: AbortSignal,
): Promise<Redaction> {
  const store = await openRun({ results, runId, mode: "resume" });
  try {
    await refuseLinks({ results, runId, run: runDirectory(results, runId), reviews });
    const sealed = await wholeScans(results, runId);
    const plan = redactBySchema(StoredRunPlan, await store.readRunPlan());
    await store.writeRunPlan({ ...plan, redacted: true });
    const paths = runDirectory(results, runId);
    const transcripts = await store.listTranscripts();
    const removed = await removeAllBut(paths.path, await keptFiles(paths, transcripts));
    for (const id of transcripts) {
      signal.throwIfAborted();
      const path = paths.transcript(id);
      await writeTranscriptFile(path, redactTranscript(await readTranscriptFile(path)));
    }
    await redactArtefact(paths.runManifest, RunManifest, MANIFEST_VERSION);
    await redactLines(paths.journal, JournalEntry, JOURNAL_VERSION);
    const scans = await scanIds(paths);
    for (const scanId of scans) {
      signal.throwIfAborted();
      await redactScan(paths.scan(scanId));
    }
    const others = await redactScansNaming(results, runId);
    for (const input of sealed) await writeSeal(input);
    return {
      transcripts: transcripts.length,
      scans: scans.length + others,
      reviews: await redactReviews(results, runId, reviews),
      removed,
    };
  } finally {
    await store.close();
  }
}

/** The scans of a run, its own and those it shares, whose evidence is whole: only they are sealed again without their words. */
async function wholeScans(results: string, runId: RunId): Promise<readonly SealInput[]> {
  const run = runDirectory(results, runId);
  const own = (await scanIds(run)).map((scanId) => ({ scanId, scan: run.scan(scanId), runs: [runId] }));
  const shared = await scansNaming(join(results, SCANS_NAME), runId);
  const whole: SealInput[] = [];
  for (const { scanId, scan, runs } of [...own, ...shared]) {
    const place = { scan, runs: runs.map((id) => runDirectory(results, id)) };
    const seal = await checkSeal(place).catch((error: unknown) => {
      if (error instanceof BenchError) return null;
      throw error;
    });
    if (seal === null) continue;
    const { checks, sealed_at: sealedAt, conversations, judging, repaired, imported } = seal;
    const facts = { conversations, judging, repaired, imported, redacted: true } as const;
    const plan = await readJsonArtefact(scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
    whole.push({ place, scanId, plan, checks, sealedAt, facts });
  }
  return whole;
}

function redactTranscript({ header, messages }: Transcript): Transcript {
  return {
    header: { ...redactBySchema(TranscriptHeader, header), redacted: true },
    messages: messages.map((message) => redactBySchema(TranscriptMessage, message)),
  };
}

async function keptFiles(
  paths: RunDirectory,
  transcripts: readonly TranscriptId[],
): Promise<ReadonlySet<string>> {
  const scans = await scanIds(paths);
  return new Set([
    paths.runPlan,
    paths.runManifest,
    paths.journal,
    ...transcripts.map(paths.transcript),
    ...scans.flatMap((scanId) => filesKeptOf(paths.scan(scanId))),
  ]);
}

/** Also of a scan that was not planned to its end. */
async function scanIds(paths: RunDirectory): Promise<readonly RunId[]> {
  const { folders } = await listNames(paths.scans);
  return folders.flatMap((name) => RunId.safeParse(name).data ?? []);
}

/**
 * Takes a run away in one step, then its files one by one; a run that someone works on is refused. What was measured
 * on it alone goes along, and its words go from scans that it shares with other runs and from batches for annotators. What an earlier deletion left
 * when it was killed goes too.
 */
export async function deleteRunFolder({ results, runId, reviews }: RunWithReviews): Promise<void> {
  const { paths, lock } = await openRunDirectory({ results, runId, mode: "resume" });
  const away = join(results, `${DELETED_PREFIX}${runId}.${randomBytes(6).toString("hex")}`);
  try {
    await refuseLinks({ results, runId, run: paths, reviews });
    await redactReviews(results, runId, reviews);
    await deleteScansNaming(results, runId);
    await rename(paths.path, away);
    await syncDirectory(results);
  } catch (error) {
    await lock?.release();
    throw toWriteError(error, paths.path);
  }
  // The lock went with the folder.
  for (const name of (await listNames(results)).folders.filter((folder) =>
    folder.startsWith(DELETED_PREFIX),
  )) {
    const path = join(results, name);
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
      throw toWriteError(error, path);
    });
  }
}
