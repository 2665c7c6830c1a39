import { RunId, type TranscriptId } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../schema/journal.ts";
import { listNames } from "./list-names.ts";
import { redactJournalEntry, redactPlan, redactTranscript } from "./redact-artifacts.ts";
import { redactJointScans } from "./redact-joint-scans.ts";
import { redactLines } from "./redact-lines.ts";
import { filesKeptOf, redactScan } from "./redact-scan.ts";
import { removeAllBut } from "./remove-all-but.ts";
import { type RunDirectory, runDirectory } from "./run-directory.ts";
import { openRun } from "./run-store.ts";
import { readTranscriptFile, writeTranscriptFile } from "./transcript-file.ts";

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
export async function redactRun(results: string, runId: RunId, signal: AbortSignal): Promise<Redaction> {
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
