import { join } from "node:path";
import type * as z from "zod";
import { orNull } from "../kernel/errors.ts";
import { hashOf } from "../kernel/hash.ts";
import { RunId } from "../schema/ids.ts";
import { HUMAN_LABEL_VERSION, HumanLabel } from "../schema/review/review-label.ts";
import { CostReport, MANIFEST_VERSION } from "../schema/run/manifest.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { SCORECARD_VERSION, Scorecard } from "../schema/scan/scorecard.ts";
import { SCORER_RESULT_VERSION, ScorerResult } from "../schema/scan/scorer-result.ts";
import type { SealedFile } from "../schema/scan/seal.ts";
import { BlindspotRates, SUMMARY_VERSION, Summary } from "../schema/scan/summary.ts";
import { VERDICT_VERSION, VerdictRow } from "../schema/scan/verdict.ts";
import { type Rows, readJsonLines, writeJsonLines } from "./artefact-files.ts";
import { type FileContent, removeLeftovers, writeAtomically, writeTogether } from "./atomic-write.ts";
import { ensureDirectory, listNames, pathExists, removeFile } from "./file-system.ts";
import { readScanPlan, writeScanPlan } from "./files/scan-plan-file.ts";
import { smallDocument } from "./files/small-document.ts";
import { type Journal, readJournalIndex, refuseOlderJournal } from "./journal.ts";
import { type ScanDirectory, scanDirectory } from "./layout.ts";
import { acquireLock, type LockOptions } from "./lock/run-lock.ts";
import { type WriteAccess, writeAccess } from "./lock/write-access.ts";
import { refuseEditedTranscripts } from "./seal.ts";
import type { JudgedLines } from "./verdict-places.ts";

/** Results over all transcripts of a scan. */
export interface ScanSums {
  readonly rates: BlindspotRates;
  readonly summary: Summary;
}

export interface ScanScoreFiles extends ScanSums {
  readonly scorecards: Rows<Scorecard>;
  /** Rows of regard, rubric and the sweep, if the profile asks for them. */
  readonly scorerResults?: Rows<ScorerResult>;
}

export interface ScanStore {
  readonly scanId: RunId;
  readonly directory: string;
  readonly paths: ScanDirectory;
  /** Files written while the run is open, by path. */
  readonly written: ReadonlyMap<string, SealedFile>;
  /** Whether the scan was planned. */
  exists(): Promise<boolean>;
  /**
   * Writes the plan. Throws if a scan with these settings has a journal that cannot be continued, or if judged
   * conversations were edited since. The plan of a continued scan keeps its original cost estimate.
   */
  writePlan(plan: ScanPlan): Promise<void>;
  /** Whether the stored plan has the same content. An unreadable plan counts as missing. */
  hasPlan(plan: ScanPlan): Promise<boolean>;
  /** Records that lost calls were retried. The plan stays the same, and so does the scan. */
  noteRepair(repaired: NonNullable<ScanPlan["repaired"]>): Promise<void>;
  /** Read once while the store is open. */
  readPlan(): Promise<ScanPlan>;
  /** Writes costs. A mere estimate does not replace the known costs of earlier invocations. */
  writeCostReport(report: CostReport): Promise<void>;
  readCostReport(): Promise<CostReport>;
  journal(): Promise<Journal>;
  /** The journal's content, read-only; `null` without a journal. */
  recordedCalls(): Promise<Pick<Journal, "find" | "totals"> | null>;
  writeVerdicts(rows: Rows<VerdictRow>): Promise<void>;
  /** Writes verdicts, scorecards and scorer results per transcript, without holding all of them in memory. */
  writeJudged(judged: AsyncIterable<JudgedLines>): Promise<void>;
  readVerdicts(): AsyncIterable<VerdictRow>;
  /** Writes the labels of a scan that people decided in part. */
  writeLabels(rows: Rows<HumanLabel>): Promise<void>;
  readLabels(): AsyncIterable<HumanLabel>;
  readScorerResults(): AsyncIterable<ScorerResult>;
  /** Writes the scores, one file per part. */
  writeScores(scores: ScanScoreFiles): Promise<void>;
  writeSums(sums: ScanSums): Promise<void>;
  readScorecards(): AsyncIterable<Scorecard>;
  readBlindspotRates(): Promise<BlindspotRates>;
  readSummary(): Promise<Summary>;
  /** Throws if the run is open for reading only, or another process has taken it over. */
  assertWritable(): Promise<void>;
  /** Removes the seal: until it is sealed again, the scan decides nothing. */
  unseal(): Promise<void>;
  /** Writes a rendering of finished artefacts, without a lock. Returns its path. */
  writeText(name: "summaryMarkdown" | "report", content: FileContent): Promise<string>;
}

export function createScanStore(scanId: RunId, paths: ScanDirectory, run: WriteAccess): ScanStore {
  const rates = smallDocument(paths.blindspotRates, BlindspotRates, SUMMARY_VERSION, run);
  const summary = smallDocument(paths.summaryJson, Summary, SUMMARY_VERSION, run);
  const costs = smallDocument(paths.costReport, CostReport, MANIFEST_VERSION, run);
  const writeRows = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    rows: Rows<z.input<Schema>>,
  ) => {
    await run.assertWritable();
    // Rows may arrive over hours; the file is put in place at the end.
    run.written.set(path, await writeJsonLines(path, parseRows(schema, rows, run.assertWritable)));
  };
  const readRows = <Schema extends z.ZodType>(path: string, schema: Schema, version: number) =>
    readJsonLines(path, schema, { version, tornLastLine: "refuse" });

  let kept: Promise<ScanPlan> | undefined;
  const readPlan = () => {
    kept ??= readScanPlan(paths.scanPlan);
    return kept;
  };
  const writePlan = async (plan: ScanPlan) => {
    kept = undefined;
    await run.assertWritable();
    run.written.set(paths.scanPlan, await writeScanPlan(paths.scanPlan, plan));
    kept = Promise.resolve(plan);
  };
  // A damaged plan counts as missing here, because it is about to be rewritten.
  const planBefore = async () => ((await pathExists(paths.scanPlan)) ? orNull(readPlan()) : null);
  const writeSums = async (sums: ScanSums) => {
    await rates.write(sums.rates);
    await summary.write(sums.summary);
  };

  return {
    scanId,
    directory: paths.path,
    paths,
    written: run.written,
    exists: () => pathExists(paths.scanPlan),
    hasPlan: async (plan) => {
      const before = await planBefore();
      return before !== null && isSameWork(before, plan);
    },
    writePlan: async (plan) => {
      await refuseOlderJournal(paths.journal);
      const before = await planBefore();
      const { transcripts } = plan;
      if (before !== null && isSameWork(before, plan)) {
        // Shares one list of transcripts between both plans.
        kept = Promise.resolve({ ...before, transcripts });
        return;
      }
      if (before !== null) await refuseEditedTranscripts(paths, before, plan);
      await writePlan(plan);
    },
    noteRepair: async (repaired) => {
      await writePlan({ ...(await readPlan()), repaired });
    },
    readPlan,
    writeCostReport: async (report) => {
      const isEstimate = report.actual === null && (await pathExists(paths.costReport));
      const actual = isEstimate ? ((await orNull(costs.read()))?.actual ?? null) : report.actual;
      await costs.write({ ...report, actual });
    },
    readCostReport: costs.read,
    journal: () => run.openJournal(paths.journal),
    recordedCalls: async () => ((await pathExists(paths.journal)) ? readJournalIndex(paths.journal) : null),
    writeVerdicts: (rows) => writeRows(paths.verdicts, VerdictRow, rows),
    writeJudged: async (judged) => {
      await run.assertWritable();
      const files = [paths.verdicts, paths.scorecards, paths.scorerResults];
      const written = await writeTogether(files, endLines(judged, run.assertWritable));
      for (const [index, file] of written.entries()) run.written.set(files[index] ?? "", file);
    },
    readVerdicts: () => readRows(paths.verdicts, VerdictRow, VERDICT_VERSION),
    writeLabels: (rows) => writeRows(paths.labels, HumanLabel, rows),
    readLabels: () => readRows(paths.labels, HumanLabel, HUMAN_LABEL_VERSION),
    readScorerResults: () => readRows(paths.scorerResults, ScorerResult, SCORER_RESULT_VERSION),
    writeScores: async ({ scorecards, scorerResults = [], ...sums }) => {
      await writeRows(paths.scorecards, Scorecard, scorecards);
      await writeRows(paths.scorerResults, ScorerResult, scorerResults);
      await writeSums(sums);
    },
    writeSums,
    readScorecards: () => readRows(paths.scorecards, Scorecard, SCORECARD_VERSION),
    readBlindspotRates: rates.read,
    readSummary: summary.read,
    assertWritable: run.assertWritable,
    unseal: async () => {
      await run.assertWritable();
      await removeFile(paths.seal);
    },
    writeText: async (name, content) => {
      const path = paths[name];
      run.written.set(path, await writeAtomically(path, content));
      return path;
    },
  };
}

/** Whether two plans differ only in their estimates. */
function isSameWork(before: ScanPlan, after: ScanPlan): boolean {
  const [first, second] = [before, after].map(
    ({
      transcripts: _transcripts,
      estimated_tokens: _,
      estimated_cost_usd: __,
      estimated_cost_parts_usd: ___,
      pricing: ____,
      repaired: _______,
      adjudication: _____,
      batch: ______,
      ...work
    }) => hashOf(work),
  );
  const { transcripts } = after;
  return (
    first === second &&
    before.transcripts.length === transcripts.length &&
    before.transcripts.every((each, index) => hashOf(each) === hashOf(transcripts[index]))
  );
}

/** A row that fails its schema is a bug in the stage that made it. Parsing also puts keys in schema order. */
async function* parseRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: Rows<z.input<Schema>>,
  afterLast: () => Promise<void>,
): AsyncGenerator<z.output<Schema>> {
  for await (const row of rows) yield schema.parse(row);
  await afterLast();
}

async function* endLines(
  judged: AsyncIterable<JudgedLines>,
  afterLast: () => Promise<void>,
): AsyncGenerator<readonly string[]> {
  const ended = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  for await (const { verdicts, scorecards, scorerResults } of judged)
    yield [ended(verdicts), ended(scorecards), ended(scorerResults)];
  await afterLast();
}

/** A folder of joint scans, locked while it is open for writing. */
export interface ScansFolder {
  scan(scanId: RunId): ScanStore;
  /** Scans with a readable plan, by name. */
  planned(): Promise<readonly { readonly scanId: RunId; readonly plan: ScanPlan }[]>;
  /** Closes the journals, then releases the lock. */
  close(): Promise<void>;
}

export async function openScansFolder(
  path: string,
  mode: "write" | "read",
  options: LockOptions = {},
): Promise<ScansFolder> {
  if (mode === "write") await ensureDirectory(path);
  const lock = mode === "write" ? await acquireLock(path, options) : undefined;
  if (lock !== undefined) await removeLeftovers(path);
  const access = writeAccess(path, lock);
  const scan = (scanId: RunId) => createScanStore(scanId, scanDirectory(join(path, scanId)), access);
  return {
    scan,
    planned: async () => {
      const found: { scanId: RunId; plan: ScanPlan }[] = [];
      for (const name of (await listNames(path)).folders) {
        const scanId = RunId.safeParse(name).data;
        if (scanId === undefined || !(await scan(scanId).exists())) continue;
        const plan = await orNull(scan(scanId).readPlan());
        if (plan !== null) found.push({ scanId, plan });
      }
      return found;
    },
    close: () => access.close(),
  };
}
