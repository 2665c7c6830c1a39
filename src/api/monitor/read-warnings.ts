/** Warnings about the files of a counted log that its numbers would not show. */
import { sha256 } from "../../kernel/hash.ts";
import { Sha256 } from "../../schema/ids.ts";
import type { FileRead, MonitorSummary } from "../../schema/monitor/monitor.ts";
import { realPathOf } from "../../store/file-system.ts";
import type { LogRead } from "./open-log.ts";

/** Lists each file once, even if it is named twice or through links: two shell patterns may match the same file. */
export async function namedOnce(files: readonly string[]): Promise<readonly string[]> {
  const named = await Promise.all(files.map(async (file) => [await realPathOf(file), file] as const));
  return [...new Map(named).values()];
}

type SummarisedFile = MonitorSummary["files"][number];

/** Summarises a file of the log, so that it can be recognised. */
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

/**
 * Writes sentences about files that are left out, and about conversations that occur twice.
 * @param before the last count
 */
export function readWarnings(
  before: Pick<MonitorSummary, "files"> | null,
  reads: readonly LogRead[],
): readonly string[] {
  return [
    ...leftOut(before?.files ?? [], reads.map(summariseRead)),
    countedAgain(reads.map(({ read }) => read)),
  ].flatMap((sentence) => sentence ?? []);
}

/** Lists files of an earlier count that are not named now: their days and their baseline leave them out. */
function leftOut(before: readonly SummarisedFile[], files: readonly SummarisedFile[]): readonly string[] {
  const left = [...files];
  const isMissing = (isSame: (file: SummarisedFile) => boolean) => {
    const at = left.findIndex(isSame);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  };
  const gone = before
    // An older summary has only names.
    .filter(({ place, name }) =>
      isMissing((file) => (place === undefined ? file.name === name : file.place === place)),
    )
    // A file that was only moved is counted at its new place.
    .filter(({ content }) => isMissing((file) => file.content === content));
  // A file that was moved and grew, or is cut otherwise, cannot be distinguished from another file of its name.
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

/** Warns about chunks that occur twice. A copy looks like two people who say the same, so both count; a person should check. */
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
