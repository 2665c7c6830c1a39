import { join } from "node:path";
import { AnnotatorName, REVIEW_LABEL_VERSION, ReviewLabel } from "../schema/review-label.ts";
import { GroupCommit } from "./group-commit.ts";
import { openJournalFile } from "./journal-file.ts";
import { listNames } from "./list-names.ts";
import { readJsonRecords } from "./read-artifact.ts";
import { ReviewBatchChangedError } from "./review-batch-changed-error.ts";
import { toWriteError } from "./write-error.ts";

const SUFFIX = ".jsonl";

/** One annotator's labels: every version is kept, the last of an item counts. */
export interface LabelLog {
  readonly labels: ReadonlyMap<string, ReviewLabel>;
  /** Resolves when the label is on disk. */
  append(label: ReviewLabel): Promise<void>;
  close(): Promise<void>;
}

/** Reads what is there, repairs a torn last line, and is ready to append. */
export async function openLabelLog(folder: string, annotator: string, batchHash: string): Promise<LabelLog> {
  const path = join(folder, `${annotator}${SUFFIX}`);
  const file = await openJournalFile(path).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  let labels: Map<string, ReviewLabel>;
  try {
    const read = await readLog(path, annotator, batchHash);
    labels = read.labels;
    if (file.sizeBytes > read.wholeBytes) await file.truncate(read.wholeBytes);
    if (read.lacksNewline) await file.write(Buffer.from("\n"));
  } catch (error) {
    await file.close();
    throw toWriteError(error, path);
  }
  const commit = new GroupCommit(file, path);
  return {
    labels,
    append: async (label) => {
      const checked = ReviewLabel.parse(label);
      await commit.append(`${JSON.stringify(checked)}\n`);
      labels.set(checked.item, checked);
    },
    close: () => commit.close(),
  };
}

/** What everyone said so far, by annotator; also while it is being written. */
export async function readLabelLogs(
  folder: string,
  batchHash: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>>> {
  const { files } = await listNames(folder);
  const byAnnotator = new Map<string, ReadonlyMap<string, ReviewLabel>>();
  for (const name of files) {
    const annotator = AnnotatorName.safeParse(name.slice(0, -SUFFIX.length));
    if (!name.endsWith(SUFFIX) || !annotator.success) continue;
    byAnnotator.set(annotator.data, (await readLog(join(folder, name), annotator.data, batchHash)).labels);
  }
  return byAnnotator;
}

async function readLog(path: string, annotator: string, batchHash: string) {
  const labels = new Map<string, ReviewLabel>();
  let wholeBytes = 0;
  let lacksNewline = false;
  const options = { version: REVIEW_LABEL_VERSION, tornLastLine: "drop" } as const;
  for await (const { value, line } of readJsonRecords(path, ReviewLabel, options)) {
    if (value.batch_hash !== batchHash)
      throw new ReviewBatchChangedError(`${path}:${line.number} is a label for another batch.`);
    if (value.annotator !== annotator)
      throw new ReviewBatchChangedError(`${path}:${line.number} is a label by ${value.annotator}.`);
    labels.set(value.item, value);
    wholeBytes = line.end;
    lacksNewline = !line.isTerminated;
  }
  return { labels, wholeBytes, lacksNewline };
}
