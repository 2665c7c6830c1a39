/** What a person should know of the files that a log was counted from, and would not see in its numbers. */
import { sha256 } from "../../kernel/hash.ts";
import { Sha256 } from "../../schema/ids.ts";
import type { FileRead, MonitorSummary } from "../../schema/monitor/monitor.ts";
import { realPathOf } from "../../store/file-system.ts";
import type { LogRead } from "./open-log.ts";

/** Each file once, however often and by whatever links it is named: two patterns of a shell may hold the same. */
export async function namedOnce(files: readonly string[]): Promise<readonly string[]> {
  const named = await Promise.all(files.map(async (file) => [await realPathOf(file), file] as const));
  return [...new Map(named).values()];
}

type SummarisedFile = MonitorSummary["files"][number];

/** A file of the log, as it is known again. */
export function summariseRead({ realPath, read }: LogRead): SummarisedFile {
  return {
    name: read.name,
    place: Sha256.parse(sha256(realPath)),
    content: Sha256.parse(sha256(read.chunks.join("\n"))),
    conversations: read.conversations,
    bad: read.bad.length,
    chunks: read.chunks.length,
  };
}

/** Sentences about files that are left out, and about conversations that stand there twice. @param before the last count */
export function readWarnings(
  before: Pick<MonitorSummary, "files"> | null,
  reads: readonly LogRead[],
): readonly string[] {
  return [
    ...leftOut(before?.files ?? [], reads.map(summariseRead)),
    countedAgain(reads.map(({ read }) => read)),
  ].flatMap((sentence) => sentence ?? []);
}

/** A count is of the files that are named; those of an earlier one are out of its days and its baseline. */
function leftOut(before: readonly SummarisedFile[], files: readonly SummarisedFile[]): readonly string[] {
  const left = [...files];
  const isMissing = (isSame: (file: SummarisedFile) => boolean) => {
    const at = left.findIndex(isSame);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  };
  const gone = before
    // An older summary has names alone.
    .filter(({ place, name }) =>
      isMissing((file) => (place === undefined ? file.name === name : file.place === place)),
    )
    // What was only moved is counted where it is.
    .filter(({ content }) => isMissing((file) => file.content === content));
  // What was moved and grew, or is cut otherwise, looks like another file of its name: nobody can tell them apart.
  const missing = gone.filter(({ name, conversations }) =>
    isMissing((file) => file.name === name && file.conversations >= conversations),
  );
  const doubtful = gone.filter((file) => !missing.includes(file));
  const told = (some: readonly SummarisedFile[], are: string, way: string) =>
    some.length === 0
      ? []
      : `Counted before and not named this time, so that their ${some.reduce((sum, file) => sum + file.conversations, 0)} conversations ${are} in no number any more: ${some.map(({ name }) => name).join(", ")}. ${way}`;
  return [
    told(missing, "are", "Name them too to have them back."),
    told(doubtful, "may be", "Where what is named now under the same name is another file, name them too."),
  ].flat();
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
