import { REVIEW_LABEL_VERSION, ReviewLabel } from "../schema/review-label.ts";
import { ArtifactError } from "./artifact-error.ts";
import { BadReviewLabelError } from "./bad-review-label-error.ts";
import { readJsonRecords } from "./read-artifact.ts";
import { ReviewBatchChangedError } from "./review-batch-changed-error.ts";

/** What labels are about. */
export interface LabelledBatch {
  readonly batch: { readonly hash: string };
  readonly items: readonly { readonly item: string }[];
}

export interface ReadLog {
  /** The last of each item. */
  readonly labels: Map<string, ReviewLabel>;
  /** Up to the end of the last line that is not torn. */
  readonly wholeBytes: number;
  readonly lacksNewline: boolean;
}

/** One annotator's labels, all of them theirs and of this batch. */
export async function readLabelLog(path: string, annotator: string, about: LabelledBatch): Promise<ReadLog> {
  const known = new Set(about.items.map(({ item }) => item));
  const labels = new Map<string, ReviewLabel>();
  let wholeBytes = 0;
  let lacksNewline = false;
  const options = { version: REVIEW_LABEL_VERSION, tornLastLine: "drop" } as const;
  try {
    for await (const { value, line } of readJsonRecords(path, ReviewLabel, options)) {
      const place = `${path}:${line.number}`;
      if (value.batch_hash !== about.batch.hash)
        throw new ReviewBatchChangedError(`${place} is a label for another batch.`);
      if (value.annotator !== annotator)
        throw new ReviewBatchChangedError(`${place} is a label by ${value.annotator}.`);
      if (!known.has(value.item))
        throw new BadReviewLabelError(
          `${place} is about ${value.item}, which is no item of the batch.`,
          line.number,
        );
      labels.set(value.item, value);
      wholeBytes = line.end;
      lacksNewline = !line.isTerminated;
    }
  } catch (error) {
    if (!(error instanceof ArtifactError) || error.place.line === undefined) throw error;
    throw new BadReviewLabelError(error.message, error.place.line, { cause: error });
  }
  return { labels, wholeBytes, lacksNewline };
}
