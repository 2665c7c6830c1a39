import type { LabelledItem } from "../calibrate/collect-labels.ts";
import { type LabelAgreement, labelAgreement } from "../calibrate/label-agreement.ts";
import { NothingLabelledTwiceError } from "../calibrate/nothing-labelled-twice-error.ts";
import { readLabelFiles } from "./read-label-files.ts";

export interface AnnotatorAgreement extends LabelAgreement {
  /** Items that an adjudicator decided. That stands against a judge, and is in no agreement. */
  readonly decided: number;
}

/** How far the annotators of some label files agree. */
export async function calibrateLabels(files: readonly string[]): Promise<AnnotatorAgreement> {
  const labels = await readLabelFiles(files);
  const agreement = annotatorAgreement(labels);
  if (!labels.some((item) => item.labels.size > 1))
    throw new NothingLabelledTwiceError(agreement.annotators.map(({ annotator }) => annotator));
  return agreement;
}

export function annotatorAgreement(labels: readonly LabelledItem[]): AnnotatorAgreement {
  const decided = labels.filter(({ decision }) => decision !== undefined).length;
  return { ...labelAgreement(labels), decided };
}
