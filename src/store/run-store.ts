import { join } from "node:path";
import { type RunId, TranscriptId } from "../schema/ids.ts";
import { MANIFEST_VERSION, RunManifest } from "../schema/run/manifest.ts";
import { RUN_PLAN_VERSION, StoredRunPlan } from "../schema/run/run-plan.ts";
import type { SimTruthRow, Transcript } from "../schema/run/transcript.ts";
import { readJsonArtefact, writeJsonArtefact, writeJsonLines } from "./artefact-files.ts";
import { removeLeftovers } from "./atomic-write.ts";
import { ArtefactError, storeErrors } from "./errors.ts";
import { ensureDirectory, listNames, pathExists } from "./file-system.ts";
import { smallDocument } from "./files/small-document.ts";
import { readTranscriptFile, writeTranscriptFile } from "./files/transcript-file.ts";
import { type Journal, type JournalIndex, readJournalIndex, refuseOlderJournal } from "./journal.ts";
import { type RunDirectory, runDirectory, SCANS_NAME, TRANSCRIPT_SUFFIX } from "./layout.ts";
import { acquireLock, isHeld, isLockFile, type LockOptions, type RunLock } from "./lock/run-lock.ts";
import { type OpenJournal, writeAccess } from "./lock/write-access.ts";
import { createScanStore, type ScanStore } from "./scan-store.ts";

/** One run directory, locked while it is open for writing. Stages reach a run only through it. */
export interface RunStore {
  readonly runId: RunId;
  readonly directory: string;
  /** False if the run was killed before its plan was written. */
  hasRunPlan(): Promise<boolean>;
  writeRunPlan(plan: StoredRunPlan): Promise<void>;
  /** Read once while the store is open. */
  readRunPlan(): Promise<StoredRunPlan>;
  /** Throws if the run began with a journal that cannot be continued. */
  refuseOlderJournal(): Promise<void>;
  /** Opened once, closed with the store. */
  journal(): Promise<Journal>;
  /** The journal's content, read-only; `null` without a journal. */
  recordedCalls(): Promise<Pick<JournalIndex, "find" | "totals" | "maxCostUsd"> | null>;
  writeTranscript(transcript: Transcript): Promise<void>;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  /** By code unit. */
  listTranscripts(): Promise<readonly TranscriptId[]>;
  /** Writes what simulated assistants planted, to test the checks. */
  writeTruth(rows: readonly SimTruthRow[]): Promise<void>;
  writeManifest(manifest: RunManifest): Promise<void>;
  readManifest(): Promise<RunManifest>;
  scan(scanId: RunId): ScanStore;
  /** Closes the journals, then releases the lock. Idempotent. */
  close(): Promise<void>;
}

export async function openRun(input: OpenRunInput): Promise<RunStore> {
  const { paths, lock } = await openRunDirectory(input);
  const access = writeAccess(paths.path, lock, input.openJournal);
  const manifest = smallDocument(paths.runManifest, RunManifest, MANIFEST_VERSION, access);
  let runPlan: Promise<StoredRunPlan> | undefined;

  return {
    runId: input.runId,
    directory: paths.path,
    hasRunPlan: () => pathExists(paths.runPlan),
    writeRunPlan: async (plan) => {
      await access.assertWritable();
      runPlan = undefined;
      const checked = StoredRunPlan.parse(plan);
      access.written.set(paths.runPlan, await writeJsonArtefact(paths.runPlan, checked));
      runPlan = Promise.resolve(checked);
    },
    readRunPlan: () => {
      runPlan ??= readRunPlan(paths);
      return runPlan;
    },
    refuseOlderJournal: () => refuseOlderJournal(paths.journal),
    journal: () => access.openJournal(paths.journal),
    recordedCalls: async () => ((await pathExists(paths.journal)) ? readJournalIndex(paths.journal) : null),
    writeTranscript: async (transcript) => {
      await access.assertWritable();
      const path = paths.transcript(transcript.header.transcript_id);
      access.written.set(path, await writeTranscriptFile(path, transcript));
    },
    readTranscript: async (id) => {
      const path = paths.transcript(id);
      const transcript = await readTranscriptFile(path);
      const found = transcript.header.transcript_id;
      if (found !== id) throw new ArtefactError({ path, line: 1 }, `it is the transcript "${found}"`);
      return transcript;
    },
    listTranscripts: () => listTranscripts(paths.transcripts),
    writeTruth: async (rows) => {
      await access.assertWritable();
      await writeJsonLines(paths.truth, rows);
    },
    writeManifest: manifest.write,
    readManifest: manifest.read,
    scan: (scanId) => createScanStore(scanId, paths.scan(scanId), access),
    close: () => access.close(),
  };
}

async function readRunPlan({ path, runPlan }: RunDirectory): Promise<StoredRunPlan> {
  const plan = await readJsonArtefact(runPlan, StoredRunPlan, RUN_PLAN_VERSION);
  if (plan.redacted) throw storeErrors.IB_RUN_REDACTED(path);
  return plan;
}

/** Lists a run's transcripts, sorted by code unit. */
export async function listTranscripts(directory: string): Promise<readonly TranscriptId[]> {
  const ids: TranscriptId[] = [];
  for (const slug of (await listNames(directory)).folders) {
    for (const file of (await listNames(join(directory, slug))).files) {
      if (!file.endsWith(TRANSCRIPT_SUFFIX)) continue;
      const id = TranscriptId.safeParse(`${slug}/${file.slice(0, -TRANSCRIPT_SUFFIX.length)}`);
      if (id.success) ids.push(id.data);
    }
  }
  return ids.sort();
}

interface OpenRunInput extends LockOptions {
  readonly results: string;
  readonly runId: RunId;
  /** `create`: missing or empty. `resume`: exists. `read`: exists, and opens without a lock. */
  readonly mode: "create" | "resume" | "read";
  /** @default a file's */
  readonly openJournal?: OpenJournal;
}

export interface OpenedRunDirectory {
  readonly paths: RunDirectory;
  /** Absent if the run is open for reading. */
  readonly lock?: RunLock;
}

/** Throws if a run cannot be opened by that name: a new one exists, or another one does not. Writes nothing. */
export async function refuseRunName({
  results,
  runId,
  mode,
}: Pick<OpenRunInput, "results" | "runId" | "mode">): Promise<void> {
  if (runId === SCANS_NAME) throw storeErrors.IB_RESERVED_RUN_ID(runId);
  const { path } = runDirectory(results, runId);
  if (mode === "create") await refuseUnlessEmpty(path, runId);
  else if (!(await pathExists(path))) throw storeErrors.IB_NO_SUCH_RUN(path);
}

export async function openRunDirectory(input: OpenRunInput): Promise<OpenedRunDirectory> {
  const paths = runDirectory(input.results, input.runId);
  await refuseRunName(input);
  if (input.mode === "read") return { paths };
  if (input.mode === "create") await ensureDirectory(paths.path);

  const lock = await acquireLock(paths.path, input);
  try {
    // Two creators may both have seen an empty folder, so the one that gets the lock second checks again.
    if (input.mode === "create") await refuseUnlessEmpty(paths.path, input.runId);
    await removeLeftovers(paths.path);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return { paths, lock };
}

async function refuseUnlessEmpty(path: string, runId: RunId): Promise<void> {
  const { files, folders } = await listNames(path);
  const isEmpty = folders.length === 0 && files.every(isLockFile);
  if (!isEmpty) throw storeErrors.IB_RUN_EXISTS(path, runId);
}

/** Whether a process that may be alive holds this directory's lock. */
export async function isRunHeld(directory: string): Promise<boolean> {
  return isHeld(directory);
}
