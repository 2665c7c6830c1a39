/** What a person should know of the files that a log was counted from, and would not see in its numbers. */
import { resolve } from "node:path";
import type { FileRead, MonitorSummary } from "../../schema/monitor/monitor.ts";

/** Each file once, however often it is named: two patterns of a shell may hold the same. */
export function namedOnce(files: readonly string[]): readonly string[] {
  return [...new Map(files.map((file) => [resolve(file), file])).values()];
}

/** Sentences about files that are left out, and about conversations that stand there twice. @param before the last count */
export function tellReads(
  before: Pick<MonitorSummary, "files"> | null,
  reads: readonly FileRead[],
): readonly string[] {
  return [leftOut(before?.files ?? [], reads), countedAgain(reads)].flatMap((sentence) => sentence ?? []);
}

/** A count is of the files that are named; those of an earlier one are out of its days and its baseline. */
function leftOut(before: MonitorSummary["files"], reads: readonly FileRead[]): string | null {
  const names = reads.map(({ name }) => name);
  const gone = before.filter(({ name }) => {
    const at = names.indexOf(name);
    if (at >= 0) names.splice(at, 1);
    return at < 0;
  });
  if (gone.length === 0) return null;
  const conversations = gone.reduce((sum, file) => sum + file.conversations, 0);
  return `Counted before and not named this time, so that their ${conversations} conversations are in no number any more: ${gone.map(({ name }) => name).join(", ")}. Name them too to have them back.`;
}

/** Nobody can tell a copy from two people who say the same, so both are counted; but somebody should look. */
function countedAgain(reads: readonly FileRead[]): string | null {
  const seen = new Set<string>();
  const again = reads.filter(({ chunks }) => {
    const known = seen.size;
    for (const chunk of chunks) seen.add(chunk);
    return seen.size < known + chunks.length;
  });
  if (again.length === 0) return null;
  return `Word for word the same as others of the log are many conversations of ${again.map(({ name }) => name).join(", ")}: they are counted as often as they stand there. Leave out what is a copy.`;
}
