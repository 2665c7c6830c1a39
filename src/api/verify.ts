import { basename, dirname, join } from "node:path";
import type { Executor } from "../executor/executor.ts";
import { createInProcessExecutor } from "../executor/in-process.ts";
import { firstDifference } from "../kernel/first-difference.ts";
import { hashOf } from "../kernel/hash.ts";
import { decideByPeople } from "../pipeline.ts";
import { UnrecordedCallError } from "../providers/errors.ts";
import { journalClient } from "../providers/recorded-model.ts";
import type { AppliedFiles } from "../review/people-plan.ts";
import type { HumanLabel } from "../schema/review/review-label.ts";
import type { PeopleSource, ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Losses } from "../schema/scan/seal.ts";
import { BlindspotRates, Summary } from "../schema/scan/summary.ts";
import { compareDocument, compareLines, type FileDifference } from "../store/compare-files.ts";
import { storeErrors } from "../store/errors.ts";
import type { ScanSource } from "../store/scan-source.ts";
import type { ScanStore, ScanSums } from "../store/scan-store.ts";
import { readSeal } from "../store/seal.ts";
import { checkRows, type JudgedLines, judgedLines } from "../store/verdict-places.ts";
import { judgeTask, judgeTranscripts, transcriptHashes } from "../transcript-work.ts";
import type { BenchContext } from "./bench-context.ts";
import { type Stoppable, signalOf, type WorkersOption } from "./bench-options.ts";
import { withWorkers } from "./eval/workers.ts";
import { changedSinceSeal } from "./evidence/changed-since-seal.ts";
import { type ProofWithoutCorpus, proveWithoutCorpus } from "./evidence/prove-without-corpus.ts";
import { type OpenedScan, partsThatDiffer } from "./evidence/verify-and-repair.ts";
import { openScan } from "./open-scan.ts";

const PARALLEL = 8;

export type { ProofWithoutCorpus };

/** Result of comparing a scan's files with its recorded calls, its transcripts and the corpus. */
export interface ScanVerification {
  readonly directory: string;
  readonly transcripts: number;
  readonly rows: number;
  readonly votes: number;
  /** The first difference of each kind, in order of derivation; empty if everything matches. */
  readonly differences: readonly FileDifference[];
  /** For a scan made with another corpus, of which little can be recomputed: what is still proved. */
  readonly otherCorpus?: ProofWithoutCorpus;
  /** Origin of the corpus here, if it differs. */
  readonly corpusSaid?: string;
}

/**
 * Recomputes everything derived from a scan's recorded calls, and compares bytes; checks the rest against the seal.
 * Asks no model and writes nothing.
 */
export async function verifyScan(
  context: BenchContext,
  path: string,
  options: Stoppable & WorkersOption = {},
): Promise<ScanVerification> {
  const signal = signalOf(options);
  const { run, scan } = await openScan(context, path);
  const ofPeople = (await scan.readPlan()).people;
  if (ofPeople !== undefined) return verifyByPeople(context, { run, scan, people: ofPeople }, options);
  const calls = await scan.recordedCalls();
  if (calls === null) throw storeErrors.IB_NO_SUCH_ARTIFACT(scan.paths.journal);
  const plan = await scan.readPlan();
  const otherParts = await partsThatDiffer(context, scan);
  let otherCorpus: ProofWithoutCorpus | undefined;
  const counted = { rows: 0, votes: 0 };
  const alone = createInProcessExecutor({ concurrency: PARALLEL });
  const differences = await withWorkers(context, options, alone, async (executor) => {
    const work = { plan, run, scan, calls, counted, executor };
    const madeFrom = [...unlikeFingerprint(scan, plan), ...(await unlikeTranscripts(work, signal))];
    // Other conversations give other verdicts, so a comparison would mean nothing.
    if (madeFrom.length > 0) return madeFrom;
    if (otherParts.length === 0)
      return withSealed(await unlikeResults(context, work, signal), await changedSinceSeal({ run, scan }));
    const proved = await proveWithoutCorpus(context, { run, scan }, calls, otherParts);
    otherCorpus = proved.proof;
    Object.assign(counted, { rows: proved.rows, votes: proved.votes });
    return proved.differences;
  });
  return {
    directory: scan.directory,
    transcripts: plan.transcripts.length,
    ...counted,
    differences,
    ...(otherCorpus === undefined ? {} : { otherCorpus }),
    ...(otherParts.some((part) => part !== "engine") ? { corpusSaid: context.corpusSaid } : {}),
  };
}

/**
 * Verifies a scan that people decided in part. Its source scan is verified from its calls; this one from its rows and
 * the labels stored with it.
 */
async function verifyByPeople(
  context: BenchContext,
  { run, scan, people }: OpenedScan & { readonly people: PeopleSource },
  options: Stoppable & WorkersOption,
): Promise<ScanVerification> {
  const before = await openScan(context, join(dirname(scan.directory), people.scan_id));
  const verified = await verifyScan(context, before.scan.directory, options);
  const labels = await Array.fromAsync(scan.readLabels());
  const [corpus, matcher] = [await context.corpus(), await context.matcher()];
  const request = { source: before.scan, home: run, files: asFiles(labels, people), batches: people.batches };
  const { plan, rows, scores } = await decideByPeople(request, { corpus, matcher });
  const again = (async function* () {
    yield judgedLines(checkRows(rows, scores.scorecards, scores.scorerResults));
  })();
  const source = (await readSeal(before.scan.paths)) ?? undefined;
  const unlike = withSealed(
    await unlikeFiles(scan, again, () => scores),
    await changedSinceSeal({ run, scan }, source),
  );
  const inSource = verified.differences.map((each) => ({
    ...each,
    file: `../${people.scan_id}/${each.file}`,
  }));
  const inPlan = await compareDocument(scan.paths.scanPlan, plan);
  return {
    ...verified,
    directory: scan.directory,
    differences: [...inSource, ...(inPlan === null ? [] : [inPlan]), ...unlike],
  };
}

/** Keeps the recomputed difference of a file, which says more than a differing hash. */
function withSealed(
  recomputed: readonly FileDifference[],
  sealed: readonly FileDifference[],
): FileDifference[] {
  const named = new Set(recomputed.map(({ file }) => file));
  return [...recomputed, ...sealed.filter(({ file }) => !named.has(file))];
}

/** Splits labels into their original files, from their rows in order; the rest forms one more. */
function asFiles(labels: readonly HumanLabel[], { labels: planned }: PeopleSource): AppliedFiles["files"] {
  let from = 0;
  const files = planned.map(({ rows }) => {
    from += rows;
    return labels.slice(from - rows, from);
  });
  return from < labels.length ? [...files, labels.slice(from)] : files;
}

/** Reports a fingerprint that does not match its own parts. */
function unlikeFingerprint(scan: ScanStore, plan: ScanPlan): FileDifference[] {
  const { hash: found, parts } = plan.fingerprints.scoring;
  const [field, expected] = ["fingerprints.scoring.hash", hashOf(parts)];
  return found === expected
    ? []
    : [{ file: basename(scan.paths.scanPlan), row: null, field, found, expected }];
}

/** Returns the first transcript that differs from the judged one. */
async function unlikeTranscripts(
  { scan, plan, run, executor }: Recomputing,
  signal: AbortSignal,
): Promise<FileDifference[]> {
  let index = 0;
  for await (const expected of transcriptHashes(plan, { home: run, executor }, signal)) {
    const found = plan.transcripts[index]?.transcript_hash;
    const field = `transcripts.${index}.transcript_hash`;
    if (found !== expected)
      return [{ file: basename(scan.paths.scanPlan), row: null, field, found, expected }];
    index += 1;
  }
  return [];
}

interface Recomputing {
  readonly plan: ScanPlan;
  readonly run: ScanSource;
  readonly scan: ScanStore;
  readonly calls: Parameters<typeof journalClient>[1];
  readonly counted: { rows: number; votes: number };
  readonly executor: Executor;
}

async function unlikeResults(
  context: BenchContext,
  { plan, run, scan, calls, counted, executor }: Recomputing,
  signal: AbortSignal,
): Promise<FileDifference[]> {
  const replay = (model: ScanPlan["judge"] | undefined) =>
    model == null ? null : journalClient(model, calls, context.clock);
  const { judged, finish } = judgeTranscripts(
    {
      plan,
      corpus: await context.corpus(),
      matcher: await context.matcher(),
      judge: replay(plan.judge),
      adjudicator: replay(plan.adjudicator),
      executor,
      readTranscript: (id) => run.readTranscript(id),
      ...judgeTask(run, plan, scan.paths.journal),
    },
    ({ votes }) => {
      counted.votes += votes;
    },
    signal,
  );
  const counting = async function* () {
    for await (const lines of judged) {
      counted.rows += lines.verdicts.length;
      yield lines;
    }
  };
  try {
    let lost: Losses | undefined;
    const unlike = await unlikeFiles(scan, counting(), () => {
      const made = finish();
      lost = made.lost;
      return made;
    });
    return [...unlike, ...(await unlikeLosses(scan, lost))];
  } catch (error) {
    if (!(error instanceof UnrecordedCallError)) throw error;
    const { subject } = error;
    // The other rows' progress depends on timing, so this counts nothing as proved.
    Object.assign(counted, { rows: 0, votes: 0 });
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

/** Compares the failed calls with the seal's count. A seal from before that count is not compared. */
async function unlikeLosses({ paths }: ScanStore, lost: Losses | undefined): Promise<FileDifference[]> {
  const sealed = (await readSeal(paths))?.lost;
  const difference = sealed === undefined ? null : firstDifference(sealed, lost);
  if (difference === null) return [];
  const { path, found, expected } = difference;
  return [{ file: basename(paths.seal), row: null, field: ["lost", ...path].join("."), found, expected }];
}

/** @param finish called after the last row */
async function unlikeFiles(
  { paths }: ScanStore,
  judged: AsyncIterable<JudgedLines>,
  finish: () => ScanSums,
): Promise<FileDifference[]> {
  const [verdicts, results, cards] = [
    compareLines(paths.verdicts),
    compareLines(paths.scorerResults),
    compareLines(paths.scorecards),
  ];
  const rows: (FileDifference | null)[] = [];
  try {
    for await (const lines of judged) {
      await verdicts.take(lines.verdicts);
      await results.take(lines.scorerResults);
      await cards.take(lines.scorecards);
    }
    for (const each of [verdicts, results, cards]) rows.push(await each.finish());
  } finally {
    for (const each of [verdicts, results, cards]) await each.close();
  }
  const { rates, summary } = finish();
  const comparisons = [
    ...rows,
    await compareDocument(paths.blindspotRates, BlindspotRates.parse(rates)),
    await compareDocument(paths.summaryJson, Summary.parse(summary)),
  ];
  return comparisons.filter((difference) => difference !== null);
}
