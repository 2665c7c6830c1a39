import { basename } from "node:path";
import { createInProcessExecutor } from "../executor/in-process.ts";
import { hashOf } from "../kernel/hash.ts";
import { judgeTranscripts } from "../pipeline.ts";
import { UnrecordedCallError } from "../providers/errors.ts";
import { recordedOnly } from "../providers/recorded-model.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { Scorecard } from "../schema/scan/scorecard.ts";
import { ScorerResult } from "../schema/scan/scorer-result.ts";
import { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import { VerdictRow } from "../schema/scan/verdict.ts";
import { compareDocument, compareRows, type FileDifference } from "../store/compare-files.ts";
import { MissingArtefactError, RunRedactedError } from "../store/errors.ts";
import type { ScanSource } from "../store/scan-source.ts";
import type { ScanStore } from "../store/scan-store.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf } from "./bench-options.ts";
import { openScan } from "./open-scan.ts";

const PARALLEL = 8;

/** Whether a scan's files are what its recorded calls, its transcripts and the corpus give. */
export interface ScanVerification {
  readonly directory: string;
  readonly transcripts: number;
  readonly rows: number;
  readonly votes: number;
  /** The first of each kind, in the order in which things follow from each other; empty where all is as it should be. */
  readonly differences: readonly FileDifference[];
}

/** Recomputes everything derived from a scan's recorded calls, and compares bytes. Asks no model and writes nothing. */
export async function verifyScan(
  context: BenchContext,
  path: string,
  options: Stoppable = {},
): Promise<ScanVerification> {
  const signal = signalOf(options);
  const { run, scan } = await openScan(context, path);
  for (const { directory, readRunPlan } of run.runs) {
    if ((await readRunPlan()).redacted) throw new RunRedactedError(directory);
  }
  const calls = await scan.recordedCalls();
  if (calls === null) throw new MissingArtefactError(scan.paths.journal);
  const plan = await scan.readPlan();
  const corpus = await context.corpus();
  const counted = { rows: 0, votes: 0 };
  const madeFrom = [
    ...unlikeParts(scan, plan, { ...corpus.partHashes }),
    ...(await unlikeTranscripts(scan, plan, run)),
  ];
  const recomputed =
    // Another corpus or another conversation gives other verdicts: there is nothing to compare them with.
    madeFrom.length > 0 ? [] : await unlikeResults(context, { plan, run, scan, calls, counted }, signal);
  return {
    directory: scan.directory,
    transcripts: plan.transcripts.length,
    ...counted,
    differences: [...madeFrom, ...recomputed],
  };
}

/** Parts of the corpus that are not what the scan was made with. */
function unlikeParts(
  scan: ScanStore,
  plan: ScanPlan,
  partHashes: Readonly<Record<string, string>>,
): FileDifference[] {
  const { hash, parts } = plan.fingerprints.scoring;
  const inPlan = (field: string, found: unknown, expected: unknown) =>
    found === expected ? [] : [{ file: basename(scan.paths.scanPlan), row: null, field, found, expected }];
  return [
    ...Object.entries(partHashes).flatMap(([name, partHash]) =>
      // Golden cards teach and test; they decide nothing, and are no part of a plan.
      parts[name] === undefined
        ? []
        : inPlan(`fingerprints.scoring.parts.${name}`, parts[name], hashOf(partHash)),
    ),
    ...inPlan("fingerprints.scoring.hash", hash, hashOf(parts)),
  ];
}

/** The first transcript that is not the one that was judged. */
async function unlikeTranscripts(
  scan: ScanStore,
  plan: ScanPlan,
  run: ScanSource,
): Promise<FileDifference[]> {
  for (const [index, { transcript_id, transcript_hash }] of plan.transcripts.entries()) {
    const expected = hashOf(await run.readTranscript(transcript_id));
    if (expected === transcript_hash) continue;
    const field = `transcripts.${index}.transcript_hash`;
    return [{ file: basename(scan.paths.scanPlan), row: null, field, found: transcript_hash, expected }];
  }
  return [];
}

interface Recomputing {
  readonly plan: ScanPlan;
  readonly run: ScanSource;
  readonly scan: ScanStore;
  readonly calls: Parameters<typeof recordedOnly>[1];
  readonly counted: { rows: number; votes: number };
}

async function unlikeResults(
  context: BenchContext,
  { plan, run, scan, calls, counted }: Recomputing,
  signal: AbortSignal,
): Promise<FileDifference[]> {
  const replay = (model: ScanPlan["judge"] | undefined) =>
    model == null ? null : recordedOnly(model, calls, context.clock);
  const { verdicts, finish } = judgeTranscripts(
    {
      plan,
      corpus: await context.corpus(),
      matcher: await context.matcher(),
      judge: replay(plan.judge),
      adjudicator: replay(plan.adjudicator),
      executor: createInProcessExecutor({ concurrency: PARALLEL }),
      readTranscript: (id) => run.readTranscript(id),
    },
    () => undefined,
    signal,
  );
  const rows = async function* () {
    for await (const row of verdicts) {
      counted.rows += 1;
      counted.votes += row.details.votes.length;
      yield VerdictRow.parse(row);
    }
  };
  const { paths } = scan;
  try {
    const unlikeRow = await compareRows(paths.verdicts, rows());
    const { scorecards, rates, summary, scorerResults } = finish();
    const comparisons = [
      unlikeRow,
      await compareRows(
        paths.scorerResults,
        scorerResults.map((result) => ScorerResult.parse(result)),
      ),
      await compareRows(
        paths.scorecards,
        scorecards.map((card) => Scorecard.parse(card)),
      ),
      await compareDocument(paths.blindspotRates, BlindspotRates.parse(rates)),
      await compareDocument(paths.summaryJson, Summary.parse(summary)),
    ];
    return comparisons.filter((difference) => difference !== null);
  } catch (error) {
    if (!(error instanceof UnrecordedCallError)) throw error;
    const { subject } = error;
    return [
      {
        file: basename(scan.paths.journal),
        row: null,
        field: subject,
        found: "no such call",
        expected: "a reply",
      },
    ];
  }
}
