import { collectLabels } from "../../calibrate/collect-labels.ts";
import { byAxis, type LabelAgreement, labelAgreement } from "../../calibrate/label-agreement.ts";
import { type AnnotatorProgress, countProgress } from "../../review/labels.ts";
import { mergeLabels } from "../../review/merge-labels.ts";
import type { ReviewKey } from "../../schema/review/review-key.ts";
import { HumanLabel } from "../../schema/review/review-label.ts";
import { writeJsonLines } from "../../store/artefact-files.ts";
import { removeFile } from "../../store/file-system.ts";
import { reviewDirectory, SCANS_NAME } from "../../store/layout.ts";
import { readReviewBatch, readReviewKey } from "../../store/review-batch.ts";
import { readLabelLogs } from "../../store/review-labels.ts";
import { refuseBothRoles } from "./desk.ts";

export interface ReviewMergeOptions {
  /** @default `<batch>.key.json` beside the batch */
  readonly keyFile?: string;
  /** @default `<batch>.labels.jsonl` beside the batch */
  readonly out?: string;
}

export interface MergedReview {
  readonly batchId: string;
  /** The scan whose verdicts the labels are about, as a name below the results folder. */
  readonly scan: string;
  /** Label rows of the annotators, for `calibrate labels`. */
  readonly labelFile: string;
  readonly labels: number;
  /** Label rows by `adjudicated`; null before the first adjudication. */
  readonly adjudicatedFile: string | null;
  readonly adjudicated: number;
  /** Sampling key of the items, for `calibrate labels --key`. */
  readonly sampleFile: string;
  /** Whether the labels can measure a judge only together with that file. */
  readonly twoPhase: boolean;
  /** Whether the verdicts were picked by hand, so that their labels cannot measure a judge. */
  readonly chosen: boolean;
  readonly disagreements: number;
  /** Items on which adjudicators disagree. */
  readonly undecided: readonly string[];
  readonly progress: readonly AnnotatorProgress[];
  /** Agreement of the annotators only: an adjudicator saw their labels. Null before any item has two labels. */
  readonly agreement: LabelAgreement | null;
  /** Axes of the batch on which no two annotators share an item yet. */
  readonly unshared: readonly string[];
}

/** Writes label rows of everything finished so far; works during labelling. */
export async function mergeReview(path: string, options: ReviewMergeOptions = {}): Promise<MergedReview> {
  const stored = await readReviewBatch(path);
  const { batch } = stored;
  const key = await readReviewKey(path, batch, options.keyFile);
  const paths = reviewDirectory(path);
  const labels = await readLabelLogs(paths.labels, stored);
  const adjudication = await readLabelLogs(paths.adjudication, stored);
  refuseBothRoles(labels, adjudication);
  const merged = mergeLabels({ key, labels, adjudication });

  const labelFile = options.out ?? paths.merged;
  const adjudicatedFile = adjudicatedFileFor(labelFile);
  const isAdjudicated = merged.adjudicated.length > 0;
  await writeJsonLines(
    labelFile,
    merged.labels.map((row) => HumanLabel.parse(row)),
  );
  if (isAdjudicated)
    await writeJsonLines(
      adjudicatedFile,
      merged.adjudicated.map((row) => HumanLabel.parse(row)),
    );
  // Decisions of an earlier merge are about labels that have changed since.
  else await removeFile(adjudicatedFile);
  await writeJsonLines(paths.sample, key.items);
  const agreement = agreementSoFar(merged.labels);
  return {
    batchId: batch.batch_id,
    scan: `${key.run_id ?? SCANS_NAME}/${key.scan_id}`,
    sampleFile: paths.sample,
    twoPhase: key.two_phase !== undefined,
    chosen: key.chosen ?? false,
    labelFile,
    labels: merged.labels.length,
    adjudicatedFile: isAdjudicated ? adjudicatedFile : null,
    adjudicated: merged.adjudicated.length,
    disagreements: merged.disagreements,
    undecided: merged.undecided,
    progress: countProgress(labels, batch.items),
    agreement,
    unshared: unsharedAxes(key, agreement),
  };
}

function unsharedAxes(key: ReviewKey, agreement: LabelAgreement | null): readonly string[] {
  const shared = new Set(agreement?.axes.filter(({ pairs }) => pairs.length > 0).map(({ axis }) => axis));
  return byAxis(key.items)
    .map(([axis]) => axis)
    .filter((axis) => !shared.has(axis));
}

function agreementSoFar(labels: readonly HumanLabel[]): LabelAgreement | null {
  const items = collectLabels(labels.map((row) => ({ row, place: row.item })));
  return items.some((item) => item.labels.size > 1) ? labelAgreement(items) : null;
}

function adjudicatedFileFor(labelFile: string): string {
  return labelFile.replace(/(\.labels)?(\.jsonl)?$/, ".adjudicated.jsonl");
}
