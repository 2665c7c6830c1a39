import { JOURNAL_VERSION, JournalEntry, type UnitKey } from "../schema/journal.ts";
import { ArtifactError } from "./artifact-error.ts";
import { GroupCommit } from "./group-commit.ts";
import { JournalCorruptError } from "./journal-corrupt-error.ts";
import { type JournalFile, type OpenJournalFile, openJournalFile } from "./journal-file.ts";
import { JournalIndex, type JournalOutcome, type JournalTotals } from "./journal-index.ts";
import { readJsonRecords } from "./read-artifact.ts";
import type { Line } from "./read-lines.ts";
import { toWriteError } from "./write-error.ts";

/** The record of what was sent and what came back; the truth while work runs. */
export interface Journal {
  /** The outcome recorded for a unit, in this leg or an earlier one. */
  find(unit: UnitKey): JournalOutcome | undefined;
  /** Resolves when the line is on disk; many appends share one sync. */
  append(entry: JournalEntry): Promise<void>;
  readonly totals: JournalTotals;
  /** Waits for everything appended; rejects if any of it failed. Idempotent. */
  close(): Promise<void>;
}

/** Reads what is there, repairs a torn last line, and is ready to append. */
export async function openJournal(
  path: string,
  openFile: OpenJournalFile = openJournalFile,
): Promise<Journal> {
  const index = new JournalIndex();
  const file = await openFile(path).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  try {
    const lastLine = await readJournal(path, index);
    await repairEnd(file, lastLine);
  } catch (error) {
    await file.close();
    throw toWriteError(error, path);
  }
  index.endLeg();

  const commit = new GroupCommit(file, path);
  return {
    find: (unit) => index.find(unit),
    append: async (entry) => {
      // A line that the schema refuses would make the journal unreadable for every later leg.
      const checked = JournalEntry.parse(entry);
      await commit.append(`${JSON.stringify(checked)}\n`);
      index.record(checked);
    },
    get totals() {
      return index.totals;
    },
    close: () => commit.close(),
  };
}

/** What a journal holds, without touching it. */
export async function readJournalIndex(path: string): Promise<JournalIndex> {
  const index = new JournalIndex();
  await readJournal(path, index);
  return index;
}

/** Feeds every whole line to the index and returns the last of them. */
async function readJournal(path: string, index: JournalIndex): Promise<Line | undefined> {
  let lastLine: Line | undefined;
  const options = { version: JOURNAL_VERSION, tornLastLine: "drop" } as const;
  try {
    for await (const { value, line } of readJsonRecords(path, JournalEntry, options)) {
      index.record(value);
      lastLine = line;
    }
  } catch (error) {
    throw error instanceof ArtifactError ? new JournalCorruptError(error) : error;
  }
  return lastLine;
}

/** After it the file ends with a whole line, so that the next one begins on its own. */
async function repairEnd(file: JournalFile, lastLine: Line | undefined): Promise<void> {
  const wholeBytes = lastLine?.end ?? 0;
  const isTorn = file.sizeBytes > wholeBytes;
  const lacksNewline = lastLine !== undefined && !lastLine.isTerminated;
  if (isTorn) await file.truncate(wholeBytes);
  if (lacksNewline) await file.write(Buffer.from("\n"));
  if (isTorn || lacksNewline) await file.sync();
}
