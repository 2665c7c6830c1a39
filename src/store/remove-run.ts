import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { RunId, type TranscriptId } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/run/journal.ts";
import { readTranscriptFile, writeTranscriptFile } from "./artefact-files.ts";
import { listNames, syncDirectory, toWriteError } from "./file-system.ts";
import { type RunDirectory, runDirectory } from "./layout.ts";
import { redactJournalEntry, redactPlan, redactTranscript } from "./redact/redact-artefacts.ts";
import {
  filesKeptOf,
  redactJointScans,
  redactLines,
  redactScan,
  removeAllBut,
} from "./redact/redact-scan.ts";
import { openRun, openRunDirectory } from "./run-store.ts";

export interface Redaction {
  readonly transcripts: number;
  /** Its own, and those it shares with other runs. */
  readonly scans: number;
  /** Files that were no artefact, or a rendering of one: relative to the run's folder. */
  readonly removed: readonly string[];
}

/**
 * Replaces every text of a run by its hash. The run is marked first, so that from then on nothing is judged from it;
 * when this is cut short, doing it again finishes it. Whatever is not known to be free of text is removed.
 */
export async function redactRunFolder(
  results: string,
  runId: RunId,
  signal: AbortSignal,
): Promise<Redaction> {
  const store = await openRun({ results, runId, mode: "resume" });
  try {
    await store.writeRunPlan(redactPlan(await store.readRunPlan()));
    const paths = runDirectory(results, runId);
    const transcripts = await store.listTranscripts();
    const removed = await removeAllBut(paths.path, await keptFiles(paths, transcripts));
    for (const id of transcripts) {
      signal.throwIfAborted();
      const path = paths.transcript(id);
      await writeTranscriptFile(path, redactTranscript(await readTranscriptFile(path)));
    }
    await redactLines(paths.journal, JournalEntry, JOURNAL_VERSION, redactJournalEntry);
    const scans = await scanIds(paths);
    for (const scanId of scans) {
      signal.throwIfAborted();
      await redactScan(paths.scan(scanId));
    }
    const shared = await redactJointScans(results, runId);
    return { transcripts: transcripts.length, scans: scans.length + shared, removed };
  } finally {
    await store.close();
  }
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

/** No run's name begins with a dot. */
const DELETED_PREFIX = ".deleted.";

/**
 * Takes a run away in one step, then its files one by one; a run that someone works on is refused. Its words also go
 * from scans that it shares with other runs. What an earlier deletion left when it was killed goes too.
 */
export async function deleteRunFolder(results: string, runId: RunId): Promise<void> {
  const { paths, lock } = await openRunDirectory({ results, runId, mode: "resume" });
  const away = join(results, `${DELETED_PREFIX}${runId}.${randomBytes(6).toString("hex")}`);
  try {
    await redactJointScans(results, runId);
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
