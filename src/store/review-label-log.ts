import { join } from "node:path";
import { ADJUDICATED } from "../schema/human-label.ts";
import { AnnotatorName, ReviewLabel } from "../schema/review-label.ts";
import { GroupCommit } from "./group-commit.ts";
import { openJournalFile } from "./journal-file.ts";
import { listNames } from "./list-names.ts";
import { NotALabelFileError } from "./not-a-label-file-error.ts";
import { type LabelledBatch, readLabelLog } from "./read-label-log.ts";
import { isLockFile } from "./run-lock.ts";
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
export async function openLabelLog(
  folder: string,
  annotator: string,
  about: LabelledBatch,
): Promise<LabelLog> {
  const path = join(folder, `${annotator}${SUFFIX}`);
  const file = await openJournalFile(path).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  let labels: Map<string, ReviewLabel>;
  try {
    const read = await readLabelLog(path, annotator, about);
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

/** What everyone said so far, by annotator; also while it is being written. A file that is nobody's is refused. */
export async function readLabelLogs(
  folder: string,
  about: LabelledBatch,
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReviewLabel>>> {
  const { files } = await listNames(folder);
  const byAnnotator = new Map<string, ReadonlyMap<string, ReviewLabel>>();
  for (const name of files) {
    const path = join(folder, name);
    const annotator = annotatorOf(name);
    if (annotator !== null) byAnnotator.set(annotator, (await readLabelLog(path, annotator, about)).labels);
    // Hidden files are put there by desktops, not by people.
    else if (!isLockFile(name) && !name.startsWith(".")) throw new NotALabelFileError(path);
  }
  return byAnnotator;
}

function annotatorOf(fileName: string): string | null {
  if (!fileName.endsWith(SUFFIX)) return null;
  const { data = ADJUDICATED } = AnnotatorName.safeParse(fileName.slice(0, -SUFFIX.length));
  return data === ADJUDICATED ? null : data;
}
