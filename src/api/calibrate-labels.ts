import { type LabelAgreement, labelAgreement } from "../calibrate/label-agreement.ts";
import { NothingLabelledTwiceError } from "../calibrate/nothing-labelled-twice-error.ts";
import { readLabelFiles } from "./read-label-files.ts";

/** How far the annotators of some label files agree. */
export async function calibrateLabels(files: readonly string[]): Promise<LabelAgreement> {
  const labels = await readLabelFiles(files);
  const agreement = labelAgreement(labels);
  if (!labels.some((item) => item.labels.size > 1))
    throw new NothingLabelledTwiceError(agreement.annotators.map(({ annotator }) => annotator));
  return agreement;
}
