import type { LabelledItem } from "../calibrate/collect-labels.ts";
import { type CorrectedCheckRate, correctedRates, type ValidationSet } from "../calibrate/corrected-rates.ts";
import { type JudgeAgreement, judgeAgreement } from "../calibrate/judge-agreement.ts";
import { JUDGED_SET_VERSION, JudgedSet } from "../schema/judged-set.ts";
import { writeJsonArtifact } from "../store/write-artifact.ts";
import { type AnnotatorAgreement, annotatorAgreement, calibrateLabels } from "./calibrate-labels.ts";
import { type LabellableScan, readLabellableScan } from "./labellable-scan.ts";
import { MissingScanError } from "./missing-scan-error.ts";
import { NothingJudgedError } from "./nothing-judged-error.ts";
import { readLabelFiles } from "./read-label-files.ts";
import { readSamplingKey } from "./read-sampling-key.ts";
import type { Workshop } from "./workshop.ts";

export interface LabelOptions {
  /** Whose verdicts the labels are about. */
  readonly scan?: string;
  /** Whether its failure rates are corrected for the judge's errors. */
  readonly corrected?: boolean;
  /** How the labelled verdicts were drawn. */
  readonly key?: string;
  /** Label files of other conversations, from which the judge's errors are known. */
  readonly validation?: readonly string[];
  readonly validationScan?: string;
  readonly validationKey?: string;
  /** Where the scan's verdicts on the labelled items are kept, for `benchmark/calibration/`. */
  readonly writeJudged?: string;
}

export interface LabelCalibration extends AnnotatorAgreement {
  /** Against the verdicts of a scan, where one was named. */
  readonly judge?: JudgeAgreement;
  readonly corrected?: readonly CorrectedCheckRate[];
}

/** How far annotators agree, with each other and, where a scan is named, with its judge. */
export async function calibrateVerdictLabels(
  workshop: Workshop,
  files: readonly string[],
  options: LabelOptions = {},
): Promise<LabelCalibration> {
  const { scan: path, validation, validationScan } = options;
  if (options.corrected && path === undefined) throw new MissingScanError("--corrected", "--scan");
  if (options.writeJudged !== undefined && path === undefined)
    throw new MissingScanError("--write-judged", "--scan");
  if (validation !== undefined && validationScan === undefined)
    throw new MissingScanError("--validation", "--validation-scan");
  if (path === undefined) return calibrateLabels(files);
  const labels = await readLabelFiles(files);
  const agreement = annotatorAgreement(labels);
  const scan = await readLabellableScan(workshop, path);
  const judge = judgeAgreement(labels, scan);
  if (options.writeJudged !== undefined)
    await writeJsonArtifact(options.writeJudged, judgedSet(labels, scan, path));
  if (!options.corrected) return { ...agreement, judge };
  const corrected = correctedRates({
    verdicts: scan.labellable,
    labels,
    key: await readSamplingKey(options.key),
    validation: await readValidation(workshop, options, scan),
  });
  return { ...agreement, judge, corrected };
}

function judgedSet(labels: readonly LabelledItem[], scan: LabellableScan, path: string): JudgedSet {
  const verdicts = labels.flatMap(({ item }) => {
    const verdict = scan.verdicts.get(item);
    return verdict === undefined
      ? []
      : [{ item, text_hash: scan.transcriptHashes.get(transcriptOf(item)), verdict }];
  });
  if (scan.judge === null || verdicts.length === 0) throw new NothingJudgedError(path);
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
  workshop: Workshop,
  options: LabelOptions,
  corrected: LabellableScan,
): Promise<ValidationSet | null> {
  const { validation, validationScan, validationKey } = options;
  if (validation === undefined || validationScan === undefined) return null;
  const labels = await readLabelFiles(validation);
  const { verdicts, transcriptHashes } = await readLabellableScan(workshop, validationScan);
  const known = new Set(corrected.transcriptHashes.values());
  // Two runs may call different conversations alike, so that only their content tells.
  const shared = labels.filter(({ item }) => known.has(transcriptHashes.get(transcriptOf(item)) ?? ""));
  return {
    labels,
    verdicts,
    key: await readSamplingKey(validationKey),
    shared: new Set(shared.map(({ item }) => item)),
  };
}
