import { collectLabels, type LabelledItem, type PlacedLabel } from "../../calibrate/collect-labels.ts";
import {
  type CorrectedCheckRate,
  correctedRates,
  type LabellableVerdict,
  type ValidationSet,
} from "../../calibrate/corrected-rates.ts";
import { calibrateErrors } from "../../calibrate/errors.ts";
import { type JudgeAgreement, judgeAgreement } from "../../calibrate/judge-agreement.ts";
import { type LabelAgreement, labelAgreement } from "../../calibrate/label-agreement.ts";
import { isLabellable } from "../../calibrate/sample-for-labelling.ts";
import { doubtSignals, repliesNamed } from "../../calibrate/two-phase-design.ts";
import {
  refuseMixedDraws,
  type WeighedJudgement,
  weighedJudgements,
} from "../../calibrate/weighed-labels.ts";
import { verdictKey } from "../../domain/keys.ts";
import { hasCode } from "../../kernel/errors.ts";
import type { Fingerprint } from "../../schema/fingerprint.ts";
import { JUDGED_SET_VERSION, JudgedSet } from "../../schema/review/calibration-status.ts";
import { REVIEW_KEY_VERSION, ReviewKey, SampledVerdict } from "../../schema/review/review-key.ts";
import { HumanLabel } from "../../schema/review/review-label.ts";
import type { Verdict } from "../../schema/scan/verdict.ts";
import type { Statistic } from "../../stats/statistic.ts";
import {
  readJsonArtefact,
  readJsonLines,
  readJsonRecords,
  writeJsonArtefact,
} from "../../store/artefact-files.ts";
import { ArtefactError } from "../../store/errors.ts";
import type { BenchContext } from "../bench-context.ts";
import { apiErrors } from "../errors.ts";
import { judgedAlone, openEvidence } from "../open-scan.ts";

export interface LabelOptions {
  /** The scan whose verdicts the labels are about. */
  readonly scan?: string;
  /** Whether its failure rates are corrected for the judge's errors. */
  readonly corrected?: boolean;
  /** Sampling key of the labelled verdicts. */
  readonly key?: string;
  /** Label files of other conversations, which measure the judge's errors. */
  readonly validation?: readonly string[];
  readonly validationScan?: string;
  readonly validationKey?: string;
  /** File for the scan's verdicts on the labelled items, for `benchmark/calibration/`. */
  readonly writeJudged?: string;
}

export interface LabelCalibration extends AnnotatorAgreement {
  /** Agreement with a scan's verdicts, item by item; absent for a two-phase draw, which needs weights. */
  readonly judge?: JudgeAgreement;
  /** The same over all verdicts, from a stratified draw; present if a key describes the strata. */
  readonly weighed?: readonly (Statistic<WeighedJudgement> & { readonly axis: string })[];
  readonly corrected?: readonly CorrectedCheckRate[];
}

/** Measures agreement between annotators and, if a scan is named, with its judge. */
export async function calibrateVerdictLabels(
  context: BenchContext,
  files: readonly string[],
  options: LabelOptions = {},
): Promise<LabelCalibration> {
  const { scan: path, validation, validationScan } = options;
  if (options.corrected && path === undefined) throw apiErrors.IB_MISSING_SCAN("corrected rates", "scan");
  if (options.writeJudged !== undefined && path === undefined)
    throw apiErrors.IB_MISSING_SCAN("a judged set", "scan");
  if (validation !== undefined && validationScan === undefined)
    throw apiErrors.IB_MISSING_SCAN("a validation set", "validationScan");
  if (path === undefined) return calibrateAnnotators(files);
  const labels = await readLabelFiles(files);
  const agreement = annotatorAgreement(labels);
  const key = await readSamplingKey(options.key);
  refuseMixedDraws(labels, key);
  const scan = await readLabellableScan(context, path);
  if (key !== null) refuseOtherVerdicts(path, key, scan.verdicts);
  const isTwoPhase = labels.some(({ design }) => design === "two-phase");
  const against = {
    ...(isTwoPhase ? {} : { judge: judgeAgreement(labels, scan) }),
    ...(key === null || key.every(({ stratum }) => stratum === "check")
      ? {}
      : { weighed: weighedJudgements(labels, key) }),
  };
  if (options.writeJudged !== undefined)
    await writeJsonArtefact(options.writeJudged, judgedSet(labels, scan, path));
  if (!options.corrected) return { ...agreement, ...against };
  const corrected = correctedRates({
    verdicts: scan.labellable,
    labels,
    key,
    validation: await readValidation(context, options, scan),
  });
  return { ...agreement, ...against, corrected };
}

/** Refuses a key from other verdicts: strata belong to the verdicts they were drawn from. A plain draw depends on no verdict. */
export function refuseOtherVerdicts(
  path: string,
  key: readonly SampledVerdict[],
  verdicts: ReadonlyMap<string, Verdict>,
): void {
  const byStrata = key.filter(({ stratum }) => stratum !== "check");
  const differing = byStrata.filter(({ verdict_item, verdict }) => verdicts.get(verdict_item) !== verdict);
  if (differing.length > 0) throw apiErrors.IB_OTHER_VERDICTS(path, differing.length, byStrata.length);
}

function judgedSet(labels: readonly LabelledItem[], scan: LabellableScan, path: string): JudgedSet {
  const verdicts = labels.flatMap(({ item }) => {
    const verdict = scan.verdicts.get(item);
    return verdict === undefined
      ? []
      : [{ item, text_hash: scan.transcriptHashes.get(transcriptOf(item)), verdict }];
  });
  if (scan.judge === null || verdicts.length === 0) throw apiErrors.IB_NOTHING_JUDGED(path);
  return JudgedSet.parse({
    schema_version: JUDGED_SET_VERSION,
    judge: scan.judge,
    corpus_version: scan.corpusVersion,
    scoring: scan.scoring,
    verdicts,
  });
}

function transcriptOf(item: string): string {
  return item.replace(/#.*$/, "");
}

async function readValidation(
  context: BenchContext,
  { validation: files, validationScan: scan, validationKey: key }: LabelOptions,
  corrected: LabellableScan,
): Promise<ValidationSet | null> {
  if (files === undefined || scan === undefined) return null;
  return (await readSeparateSet(context, { files, scan, key }, corrected.transcriptHashes.values()))
    .validation;
}

/** Reads labels of other conversations, with their scan; `known` are the hashes of those in question. */
export async function readSeparateSet(
  context: BenchContext,
  from: { readonly files: readonly string[]; readonly scan: string; readonly key: string | undefined },
  known: Iterable<string>,
): Promise<{ readonly validation: ValidationSet; readonly scan: LabellableScan }> {
  const labels = await readLabelFiles(from.files);
  const scan = await readLabellableScan(context, from.scan);
  const hashes = new Set(known);
  // Compares content: two runs may give different conversations the same name.
  const shared = labels.filter(({ item }) => hashes.has(scan.transcriptHashes.get(transcriptOf(item)) ?? ""));
  const key = await readSamplingKey(from.key);
  const validation = {
    labels,
    verdicts: scan.verdicts,
    key,
    shared: new Set(shared.map(({ item }) => item)),
  };
  return { validation, scan };
}

export interface AnnotatorAgreement extends LabelAgreement {
  /** Items decided by an adjudicator. They count in the comparison with a judge, but not in the agreement. */
  readonly decided: number;
}

/** Measures agreement between the annotators of some label files. */
export async function calibrateAnnotators(files: readonly string[]): Promise<AnnotatorAgreement> {
  const labels = await readLabelFiles(files);
  const agreement = annotatorAgreement(labels);
  if (!labels.some((item) => item.labels.size > 1))
    throw calibrateErrors.IB_NOTHING_LABELLED_TWICE(agreement.annotators.map(({ annotator }) => annotator));
  return agreement;
}

export function annotatorAgreement(labels: readonly LabelledItem[]): AnnotatorAgreement {
  const decided = labels.filter(({ decision }) => decision !== undefined).length;
  return { ...labelAgreement(labels), decided };
}

/** The parts of a scan that people's labels can be about. */
export interface LabellableScan {
  readonly judge: string | null;
  /** Verdicts of eligible checks, by `<transcript_id>#<mode_id>`. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly labellable: readonly LabellableVerdict[];
  readonly transcriptHashes: ReadonlyMap<string, string>;
  readonly scoring: Fingerprint;
  /** Version of the loaded corpus; the scan's own scoring fingerprint tells whether it is the one that was scanned with. */
  readonly corpusVersion: string;
}

export async function readLabellableScan(context: BenchContext, path: string): Promise<LabellableScan> {
  const { scan } = await judgedAlone(path, openEvidence(context, path));
  const plan = await scan.readPlan();
  const named = repliesNamed(await Array.fromAsync(scan.readScorerResults()));
  const verdicts = new Map<string, Verdict>();
  const labellable: LabellableVerdict[] = [];
  for await (const row of scan.readVerdicts()) {
    if (!row.eligible) continue;
    const { transcript_id, mode_id: axis, model_id, verdict } = row;
    const item = verdictKey(transcript_id, axis);
    verdicts.set(item, verdict);
    // A verdict without any window leaves nothing to label.
    const hasNothing = verdict === "UNCLEAR" && row.details.windows.length === 0;
    const signals = doubtSignals(row.details, named.get(item));
    if (isLabellable(row) && !hasNothing) labellable.push({ item, axis, model_id, verdict, signals });
  }
  return {
    judge: plan.judge?.model_id ?? null,
    scoring: plan.fingerprints.scoring,
    corpusVersion: (await context.corpus()).version,
    verdicts,
    labellable,
    transcriptHashes: new Map(
      plan.transcripts.map(({ transcript_id, transcript_hash }) => [transcript_id, transcript_hash]),
    ),
  };
}

/** Reads annotators' labels side by side. Two files may hold labels of the same annotator. */
export async function readLabelFiles(files: readonly string[]): Promise<readonly LabelledItem[]> {
  const labels = await Promise.all(files.map((file) => Array.fromAsync(readLabels(file))));
  return collectLabels(labels.flat());
}

/** Yields labels row by row, with their places. */
export async function* readLabels(path: string): AsyncGenerator<PlacedLabel> {
  try {
    const records = readJsonRecords(path, HumanLabel, { version: 1, tornLastLine: "refuse" });
    for await (const { value, line } of records) yield { row: value, place: `${path}:${line.number}` };
  } catch (error) {
    if (hasCode(error, "IB_NO_SUCH_ARTIFACT")) throw apiErrors.IB_NO_SUCH_FILE(path, { cause: error });
    throw error instanceof ArtefactError ? apiErrors.IB_BAD_LABEL(error.message, { cause: error }) : error;
  }
}

/** Reads how labelled verdicts were drawn: the key of a review batch, or the `key.jsonl` of a sample; `null` without a file. */
export async function readSamplingKey(path: string | undefined): Promise<readonly SampledVerdict[] | null> {
  if (path === undefined) return null;
  try {
    if (path.endsWith(".json")) return (await readJsonArtefact(path, ReviewKey, REVIEW_KEY_VERSION)).items;
    return await Array.fromAsync(readJsonLines(path, SampledVerdict, { version: 1, tornLastLine: "refuse" }));
  } catch (error) {
    throw hasCode(error, "IB_NO_SUCH_ARTIFACT") ? apiErrors.IB_NO_SUCH_FILE(path, { cause: error }) : error;
  }
}
