import { join } from "node:path";
import { type RunId, TranscriptId } from "../schema/ids.ts";
import { StoredRunPlan } from "../schema/import-plan.ts";
import { MANIFEST_VERSION, RunManifest } from "../schema/manifest.ts";
import { RUN_PLAN_VERSION } from "../schema/run-plan.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { SimTruthRow } from "../schema/truth.ts";
import { ArtifactError } from "./artifact-error.ts";
import { type Journal, openJournal } from "./journal.ts";
import { listNames } from "./list-names.ts";
import { type OpenRunInput, openRunDirectory } from "./open-run-directory.ts";
import { pathExists } from "./path-exists.ts";
import { readJsonArtifact } from "./read-artifact.ts";
import { TRANSCRIPT_SUFFIX } from "./run-directory.ts";
import { createScanStore, type RunAccess, type ScanStore } from "./scan-store.ts";
import { readTranscriptFile, writeTranscriptFile } from "./transcript-file.ts";
import { writeJsonArtifact, writeJsonLines } from "./write-artifact.ts";

/** One run directory, locked while it is open for writing. The only door the stages use. */
export interface RunStore {
  readonly runId: RunId;
  readonly directory: string;
  /** False for a run that was killed before its plan was written. */
  hasRunPlan(): Promise<boolean>;
  writeRunPlan(plan: StoredRunPlan): Promise<void>;
  readRunPlan(): Promise<StoredRunPlan>;
  /** Opened once, closed with the store. */
  journal(): Promise<Journal>;
  writeTranscript(transcript: Transcript): Promise<void>;
  readTranscript(id: TranscriptId): Promise<Transcript>;
  /** By code unit. */
  listTranscripts(): Promise<readonly TranscriptId[]>;
  /** What simulated assistants planted, for whoever tests the tests. */
  writeTruth(rows: readonly SimTruthRow[]): Promise<void>;
  writeManifest(manifest: RunManifest): Promise<void>;
  readManifest(): Promise<RunManifest>;
  scan(scanId: RunId): ScanStore;
  /** Closes the journals, then lets go of the lock. Idempotent. */
  close(): Promise<void>;
}

export async function openRun(input: OpenRunInput): Promise<RunStore> {
  const { paths, lock } = await openRunDirectory(input);
  const journals = new Map<string, Promise<Journal>>();
  const access: RunAccess = {
    assertWritable: () => {
      if (lock === undefined) throw new Error(`${paths.path} is open for reading only`);
    },
    openJournal: async (path) => {
      access.assertWritable();
      const journal = journals.get(path) ?? openJournal(path);
      journals.set(path, journal);
      return journal;
    },
  };
  let closing: Promise<void> | undefined;

  return {
    runId: input.runId,
    directory: paths.path,
    hasRunPlan: () => pathExists(paths.runPlan),
    writeRunPlan: async (plan) => {
      access.assertWritable();
      await writeJsonArtifact(paths.runPlan, StoredRunPlan.parse(plan));
    },
    readRunPlan: () => readJsonArtifact(paths.runPlan, StoredRunPlan, RUN_PLAN_VERSION),
    journal: () => access.openJournal(paths.journal),
    writeTranscript: async (transcript) => {
      access.assertWritable();
      await writeTranscriptFile(paths.transcript(transcript.header.transcript_id), transcript);
    },
    readTranscript: async (id) => {
      const path = paths.transcript(id);
      const transcript = await readTranscriptFile(path);
      const found = transcript.header.transcript_id;
      if (found !== id) throw new ArtifactError({ path, line: 1 }, `it is the transcript "${found}"`);
      return transcript;
    },
    listTranscripts: () => listTranscripts(paths.transcripts),
    writeTruth: async (rows) => {
      access.assertWritable();
      await writeJsonLines(paths.truth, rows);
    },
    writeManifest: async (manifest) => {
      access.assertWritable();
      await writeJsonArtifact(paths.runManifest, RunManifest.parse(manifest));
    },
    readManifest: () => readJsonArtifact(paths.runManifest, RunManifest, MANIFEST_VERSION),
    scan: (scanId) => createScanStore(scanId, paths.scan(scanId), access),
    close: () => {
      closing ??= closeAll([...journals.values()]).finally(() => lock?.release());
      return closing;
    },
  };
}

/** Closes every journal, also after one of them failed, and rejects with the first failure. */
async function closeAll(journals: readonly Promise<Journal>[]): Promise<void> {
  const opened = (await Promise.allSettled(journals)).filter((result) => result.status === "fulfilled");
  const closed = await Promise.allSettled(opened.map((result) => result.value.close()));
  for (const result of closed) if (result.status === "rejected") throw result.reason;
}

async function listTranscripts(directory: string): Promise<readonly TranscriptId[]> {
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
