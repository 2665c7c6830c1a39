import { collectLabels } from "../calibrate/collect-labels.ts";
import { type LabelAgreement, labelAgreement } from "../calibrate/label-agreement.ts";
import { type AnnotatorProgress, countProgress } from "../review/count-progress.ts";
import { mergeLabels } from "../review/merge-labels.ts";
import { HumanLabel } from "../schema/human-label.ts";
import { readBatch, readKey } from "../store/review-batch-store.ts";
import { reviewDirectory } from "../store/review-directory.ts";
import { readLabelLogs } from "../store/review-label-log.ts";
import { writeJsonLines } from "../store/write-artifact.ts";

export interface ReviewMergeOptions {
  /** @default `<batch>.key.json` beside the batch */
  readonly keyFile?: string;
  /** @default `<batch>.labels.jsonl` beside the batch */
  readonly out?: string;
}

export interface MergedReview {
  readonly batchId: string;
  /** Label rows of the annotators, for `calibrate labels`. */
  readonly labelFile: string;
  readonly labels: number;
  /** Label rows by `adjudicated`; null where nothing was adjudicated yet. */
  readonly adjudicatedFile: string | null;
  readonly adjudicated: number;
  /** How the items were drawn, for `calibrate labels --key`. */
  readonly sampleFile: string;
  readonly disagreements: number;
  /** Items on which adjudicators disagree in their turn. */
  readonly undecided: readonly string[];
  readonly progress: readonly AnnotatorProgress[];
  /** Between the annotators alone: an adjudicator saw their labels. Null where nothing was labelled twice yet. */
  readonly agreement: LabelAgreement | null;
}

/** Label rows of everything that is finished so far, also while people are labelling. */
export async function mergeReview(path: string, options: ReviewMergeOptions): Promise<MergedReview> {
  const { batch } = await readBatch(path);
  const key = await readKey(path, batch, options.keyFile);
  const paths = reviewDirectory(path);
  const labels = await readLabelLogs(paths.labels, batch.hash);
  const adjudication = await readLabelLogs(paths.adjudication, batch.hash);
  const merged = mergeLabels({ key, labels, adjudication });

  const labelFile = options.out ?? paths.merged;
  const adjudicatedFile = merged.adjudicated.length === 0 ? null : besideOf(labelFile);
  await writeJsonLines(
    labelFile,
    merged.labels.map((row) => HumanLabel.parse(row)),
  );
  if (adjudicatedFile !== null)
    await writeJsonLines(
      adjudicatedFile,
      merged.adjudicated.map((row) => HumanLabel.parse(row)),
    );
  await writeJsonLines(paths.sample, key.items);
  return {
    batchId: batch.batch_id,
    sampleFile: paths.sample,
    labelFile,
    labels: merged.labels.length,
    adjudicatedFile,
    adjudicated: merged.adjudicated.length,
    disagreements: merged.disagreements,
    undecided: merged.undecided,
    progress: countProgress(labels, batch.items),
    agreement: agreementSoFar(merged.labels),
  };
}

function agreementSoFar(labels: readonly HumanLabel[]): LabelAgreement | null {
  const items = collectLabels(labels.map((row) => ({ row, place: row.item })));
  return items.some((item) => item.labels.size > 1) ? labelAgreement(items) : null;
}

function besideOf(labelFile: string): string {
  return labelFile.replace(/(\.labels)?(\.jsonl)?$/, ".adjudicated.jsonl");
}
