/**
 * Keeps the seals of a run's scans through a redaction. During a redaction the seals match no file. The future seals
 * are therefore stored before the first word is removed, so that an interrupted redaction can be finished.
 */
import { join } from "node:path";
import * as z from "zod";
import { BenchError } from "../../kernel/errors.ts";
import { RunId, TranscriptId } from "../../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry } from "../../schema/run/journal.ts";
import { SCAN_PLAN_VERSION, ScanPlan } from "../../schema/scan/scan-plan.ts";
import { Seal } from "../../schema/scan/seal.ts";
import { readJsonArtefact, writeJsonArtefact } from "../artefact-files.ts";
import { pathExists } from "../file-system.ts";
import { type RunDirectory, runDirectory, SCANS_NAME, scanDirectory } from "../layout.ts";
import { brokenFiles, brokenTranscripts } from "../seal/sealed-files.ts";
import { checkSeal, type SealedPlace, writeSeal } from "../seal.ts";
import { redactBySchema } from "./redact-by-schema.ts";
import { scansNaming, wordlessEvidence } from "./redact-scan.ts";
import { foreseeFile, wordlessLines, wordlessRunPlan, wordlessTranscript } from "./wordless-files.ts";

const PROMISE_VERSION = 1;

const PromisedSeal = z.strictObject({
  scan_id: RunId,
  /** True for a scan of several runs, stored beside them; false for one in this run's folder. */
  is_shared: z.boolean(),
  runs: z.array(RunId),
  /** The old seal with the hashes of the redacted files. */
  seal: Seal,
});
type PromisedSeal = z.infer<typeof PromisedSeal>;

const SealPromises = z.strictObject({
  schema_version: z.literal(PROMISE_VERSION),
  seals: z.array(PromisedSeal),
});

interface RunToRedact {
  readonly results: string;
  readonly runId: RunId;
  readonly scanIds: readonly RunId[];
  /** Whether an earlier redaction of it was interrupted. */
  readonly wasBegun: boolean;
}

/**
 * Computes the future seals of scans with intact evidence; only these are sealed again. An interrupted redaction's
 * stored seals take precedence.
 */
export async function prepareSeals(input: RunToRedact): Promise<readonly PromisedSeal[]> {
  const { results, runId, scanIds, wasBegun } = input;
  const run = runDirectory(results, runId);
  if (wasBegun && (await pathExists(run.promisedSeals))) return readPromises(run.promisedSeals);
  const own = scanIds.map((scan_id) => ({ scan_id, is_shared: false, runs: [runId] }));
  const shared = (await scansNaming(join(results, SCANS_NAME), runId)).map(({ scanId, runs }) => ({
    scan_id: scanId,
    is_shared: true,
    runs: [...runs],
  }));
  const seals: PromisedSeal[] = [];
  for (const scan of [...own, ...shared]) {
    const place = placeOf(scan, results, run);
    // A broken or damaged scan must not become valid through a redaction.
    const seal = await orNull(async () => foreseeSeal(await checkSeal(place), place, run));
    if (seal !== null) seals.push({ ...scan, seal });
  }
  await writeJsonArtefact(run.promisedSeals, { schema_version: PROMISE_VERSION, seals });
  return seals;
}

/** An unreadable list gives no seals: the words are removed anyway, and the seals stay broken. */
async function readPromises(path: string): Promise<readonly PromisedSeal[]> {
  return (await orNull(() => readJsonArtefact(path, SealPromises, PROMISE_VERSION)))?.seals ?? [];
}

async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BenchError) return null;
    throw error;
  }
}

/** Computes the seal after the redaction. Files of the other runs of a joint scan keep their hashes. */
async function foreseeSeal(seal: Seal, place: SealedPlace, run: RunDirectory): Promise<Seal> {
  const wordless = new Map([
    ...wordlessEvidence(place.scan),
    [run.runPlan, wordlessRunPlan],
    [run.journal, wordlessLines(JournalEntry, JOURNAL_VERSION)],
  ]);
  const evidence = { ...seal.evidence };
  for (const name of Object.keys(evidence)) {
    const path = join(place.scan.path, name);
    const change = wordless.get(path);
    if (change !== undefined) evidence[name] = await foreseeFile(path, change);
  }
  const transcripts = { ...seal.transcripts };
  for (const name of Object.keys(transcripts)) {
    const id = TranscriptId.parse(name);
    const path = run.transcript(id);
    if (await pathExists(path)) transcripts[id] = (await foreseeFile(path, wordlessTranscript)).sha256;
  }
  return redactBySchema(Seal, { ...seal, evidence, transcripts });
}

/** Seals every scan whose files match the stored seal. A scan that was changed meanwhile stays broken. */
export async function commitSeals(
  promised: readonly PromisedSeal[],
  results: string,
  run: RunDirectory,
): Promise<void> {
  for (const scan of promised) {
    const place = placeOf(scan, results, run);
    const problems = [
      ...(await brokenFiles(place.scan, scan.seal)).files,
      ...(await brokenTranscripts(place, scan.seal)),
    ];
    if (problems.length > 0) continue;
    const { checks, sealed_at: sealedAt, conversations, judging, repaired, imported, lost } = scan.seal;
    const facts = { conversations, judging, repaired, imported, lost, redacted: true } as const;
    const plan = await readJsonArtefact(place.scan.scanPlan, ScanPlan, SCAN_PLAN_VERSION);
    await writeSeal({ place, scanId: scan.scan_id, plan, checks, sealedAt, facts });
  }
}

function placeOf(
  { scan_id, is_shared, runs }: Omit<PromisedSeal, "seal">,
  results: string,
  run: RunDirectory,
): SealedPlace {
  const scan = is_shared ? scanDirectory(join(results, SCANS_NAME, scan_id)) : run.scan(scan_id);
  return { scan, runs: runs.map((id) => runDirectory(results, id)) };
}
