import { join } from "node:path";
import type { FileLine } from "../kernel/split-lines.ts";
import {
  ADJUDICATED,
  AnnotatorName,
  REVIEW_LABEL_VERSION,
  ReviewLabel,
} from "../schema/review/review-label.ts";
import { readJsonRecords } from "./artefact-files.ts";
import { ArtefactError, RunLockedError, storeErrors } from "./errors.ts";
import { listNames } from "./file-system.ts";
import { openLines } from "./journal/group-commit.ts";
import { LABEL_SUFFIX } from "./layout.ts";
import { acquireLock, isLockFile, type LockOptions, type RunLock } from "./lock/run-lock.ts";

/** One annotator's labels. Every version is stored, and the last of an item counts. */
export interface LabelLog {
  readonly labels: ReadonlyMap<string, ReviewLabel>;
  /** Resolves when the label is on disk. */
  append(label: ReviewLabel): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log: reads it, repairs a torn last line, and prepares appends. @param lock required to save labels */
export async function openLabelLog(
  folder: string,
  annotator: string,
  about: LabelledBatch,
  lock?: RunLock,
): Promise<LabelLog> {
  const path = join(folder, `${annotator}${LABEL_SUFFIX}`);
  const labels = new Map<string, ReviewLabel>();
  const commit = await openLines(path, () => readLabelLog(path, { annotator, about, labels }), {
    beforeWriting: () => lock?.assertHeld(),
  });
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

/** Reads all labels by annotator, even while they are written. Throws if a file belongs to no annotator. */
export async function readLabelLogs(
  folder: string,
  about: LabelledBatch,
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>>> {
  const { files } = await listNames(folder);
  const byAnnotator = new Map<string, ReadonlyMap<string, ReviewLabel>>();
  for (const name of files) {
    const path = join(folder, name);
    const annotator = annotatorOf(name);
    if (annotator === null) {
      // Desktops create hidden files, so they are ignored.
      if (!isLockFile(name) && !name.startsWith(".")) throw storeErrors.IB_NOT_A_LABEL_FILE(path);
    } else {
      const labels = new Map<string, ReviewLabel>();
      await readLabelLog(path, { annotator, about, labels });
      byAnnotator.set(annotator, labels);
    }
  }
  return byAnnotator;
}

function annotatorOf(fileName: string): string | null {
  if (!fileName.endsWith(LABEL_SUFFIX)) return null;
  const { data = ADJUDICATED } = AnnotatorName.safeParse(fileName.slice(0, -LABEL_SUFFIX.length));
  return data === ADJUDICATED ? null : data;
}

/** The batch that labels refer to. */
interface LabelledBatch {
  readonly batch: { readonly hash: string };
  readonly items: readonly { readonly item: string }[];
}

/**
 * Adds one annotator's last label of each item to the map. All labels must be by this annotator and for this batch.
 * Returns the last whole line.
 */
async function readLabelLog(
  path: string,
  into: {
    readonly annotator: string;
    readonly about: LabelledBatch;
    readonly labels: Map<string, ReviewLabel>;
  },
): Promise<FileLine | undefined> {
  const { annotator, about, labels } = into;
  const known = new Set(about.items.map(({ item }) => item));
  let lastLine: FileLine | undefined;
  const options = { version: REVIEW_LABEL_VERSION, tornLastLine: "drop" } as const;
  try {
    for await (const { value, line } of readJsonRecords(path, ReviewLabel, options)) {
      const place = `${path}:${line.number}`;
      if (value.batch_hash !== about.batch.hash)
        throw storeErrors.IB_REVIEW_BATCH_CHANGED(`${place} is a label for another batch.`);
      if (value.annotator !== annotator)
        throw storeErrors.IB_REVIEW_BATCH_CHANGED(`${place} is a label by ${value.annotator}.`);
      if (!known.has(value.item))
        throw storeErrors.IB_BAD_REVIEW_LABEL(
          `${place} is about ${value.item}, which is no item of the batch.`,
          line.number,
        );
      labels.set(value.item, value);
      lastLine = line;
    }
  } catch (error) {
    if (!(error instanceof ArtefactError) || error.place.line === undefined) throw error;
    throw storeErrors.IB_BAD_REVIEW_LABEL(error.message, error.place.line, { cause: error });
  }
  return lastLine;
}

/** Locks a batch's folder of labels for writing. @param work the purpose of the lock */
export async function lockReview(
  folder: string,
  work: "labelling" | "adjudication",
  options: LockOptions,
): Promise<RunLock> {
  try {
    return await acquireLock(folder, options);
  } catch (error) {
    throw error instanceof RunLockedError ? storeErrors.IB_REVIEW_LOCKED(work, error) : error;
  }
}
