import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type * as z from "zod";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { sha256 } from "../kernel/hash.ts";
import { ModelId, RunId, ScenarioId } from "../schema/ids.ts";
import { ReviewBatch, ReviewItem } from "../schema/review/review-batch.ts";
import { ReviewKey } from "../schema/review/review-key.ts";
import { HumanLabel, ReviewLabel } from "../schema/review/review-label.ts";
import { JournalEntry } from "../schema/run/journal.ts";
import { CostReport, RunManifest } from "../schema/run/manifest.ts";
import { ImportPlan, RunPlan, StoredRunPlan } from "../schema/run/run-plan.ts";
import { TranscriptHeader, TranscriptMessage } from "../schema/run/transcript.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { Scorecard } from "../schema/scan/scorecard.ts";
import { ScorerResult } from "../schema/scan/scorer-result.ts";
import { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import { VerdictRow } from "../schema/scan/verdict.ts";
import { writeJsonArtefact, writeJsonLines } from "./artefact-files.ts";
import {
  CALIBRATION_NAME,
  REVIEWS_NAME,
  reviewDirectory,
  runDirectory,
  SCANS_NAME,
  type ScanDirectory,
  scanDirectory,
} from "./layout.ts";
import { plant } from "./remove/planted.fixture.ts";

export const RUN = RunId.parse("run-1");
const OTHER_RUN = RunId.parse("run-2");
export const SCAN = RunId.parse("smoke-1");
export const HASH = sha256("anything");
const MODEL = ModelId.parse("imported/m");
export const SUBJECT = ScenarioId.parse("import_a");
export const ID = transcriptId(modelSlug(MODEL, sha256), SUBJECT, 1);
/** Planted in every place that can hold a person's words. */
export const SECRET = "Ottoline";

/** Generates artefacts with the secret in every string without a pattern. */
function planted<Schema extends z.ZodType>(schema: Schema): readonly z.output<Schema>[] {
  const strings = [
    "0123456789abcdef",
    "review-0123456789ab",
    ID,
    SUBJECT,
    MODEL,
    "IB-F4",
    HASH,
    "2026-01-01T00:00:00.000Z",
    "1.0.0",
    RUN,
    "a_name",
    "US",
    "2026-01-01",
  ];
  return plant(schema, SECRET, { strings });
}

function first<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const [value] = planted(schema);
  if (value === undefined) throw new Error("a schema has no example");
  return value;
}

/** Removes the redaction mark: planted plans have it, because every optional field is set. */
function unmarked<Plan extends ImportPlan | RunPlan>(value: Plan): Plan {
  return { ...value, redacted: undefined };
}

export const IMPORTED = unmarked(first(ImportPlan));
export const CONVERSED = unmarked(first(RunPlan));

/** Creates a run with a scan, joint scans, measurements of a judge and reviews. The secret is in every place that can hold it. */
export async function runWithWords(plan: StoredRunPlan = IMPORTED): Promise<string> {
  const results = await mkdtemp(join(tmpdir(), "ib-remove-"));
  onTestFinished(() => rm(results, { recursive: true, force: true }));
  const run = runDirectory(results, RUN);
  await writeJsonArtefact(run.runPlan, StoredRunPlan.parse(plan));
  await writeJsonArtefact(run.runManifest, first(RunManifest));
  await writeJsonLines(run.journal, planted(JournalEntry));
  await writeJsonLines(run.transcript(ID), [
    first(TranscriptHeader),
    ...planted(TranscriptMessage),
    ...planted(TranscriptMessage),
  ]);
  await writeScan(run.scan(SCAN), undefined);
  await writeScan(scanDirectory(join(results, SCANS_NAME, "smoke-shared")), [RUN, OTHER_RUN]);
  await writeScan(scanDirectory(join(results, CALIBRATION_NAME, "smoke-again")), [RUN]);
  await writeScan(scanDirectory(join(results, CALIBRATION_NAME, "smoke-shared-again")), [RUN, OTHER_RUN]);
  await writeReview(results, "review-own", { run_id: RUN });
  await writeReview(results, "review-shared", { run_id: null, scan_id: RunId.parse("smoke-shared") });
  const strays = ["notes.txt", "transcripts/imported__m/notes.jsonl", "scans/smoke-1/old/copy.json"];
  for (const stray of strays) await writeText(join(run.path, stray), SECRET);
  return results;
}

/** @param of the runs that a joint scan names; undefined for a scan inside a run */
async function writeScan(scan: ScanDirectory, of: readonly RunId[] | undefined): Promise<void> {
  const runs = of?.map((run_id) => ({ run_id, transcripts: HASH }));
  await writeJsonArtefact(scan.scanPlan, ScanPlan.parse({ ...first(ScanPlan), runs }));
  await writeJsonArtefact(scan.costReport, first(CostReport));
  await writeJsonArtefact(scan.blindspotRates, first(BlindspotRates));
  await writeJsonArtefact(scan.summaryJson, first(Summary));
  await writeJsonLines(scan.journal, planted(JournalEntry));
  await writeJsonLines(scan.verdicts, planted(VerdictRow));
  await writeJsonLines(scan.labels, planted(HumanLabel));
  await writeJsonLines(scan.scorerResults, planted(ScorerResult));
  await writeJsonLines(scan.scorecards, planted(Scorecard));
  for (const path of [scan.summaryMarkdown, scan.report, join(scan.path, "gate.md")]) {
    await writeText(path, `# ${SECRET}`);
  }
}

/** Writes a labelled and adjudicated batch. */
async function writeReview(
  results: string,
  name: string,
  of: Pick<ReviewKey, "run_id"> & Partial<ReviewKey>,
): Promise<void> {
  const paths = reviewDirectory(join(results, REVIEWS_NAME, name));
  const labels = planted(ReviewLabel);
  await writeJsonArtefact(paths.key, ReviewKey.parse({ ...first(ReviewKey), ...of }));
  await writeJsonArtefact(paths.batch, first(ReviewBatch));
  await writeJsonLines(paths.items, planted(ReviewItem));
  for (const folder of [paths.labels, paths.adjudication]) {
    await writeJsonLines(join(folder, `${labels[0]?.annotator}.jsonl`), labels);
  }
  await writeJsonLines(paths.merged, planted(HumanLabel));
  await writeJsonLines(paths.mergedAdjudication, planted(HumanLabel));
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Every file below a folder, with its text. */
export async function texts(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path, await readFile(path, "utf8"));
  }
  return found;
}
