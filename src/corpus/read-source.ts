import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAbsent, reason } from "./list-corpus-files.ts";
import type { Problem } from "./problem.ts";
import { problemWithFile } from "./problem-at.ts";
import { parseSource, type SourceFile } from "./source-file.ts";

/** Ten times the longest scenario anyone would write by hand. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads and parses one file; a file that cannot be read is one with a problem. */
export async function readSource(root: string, file: string, signal?: AbortSignal): Promise<SourceFile> {
  signal?.throwIfAborted();
  try {
    const { size } = await stat(join(root, file));
    if (size > MAX_BYTES)
      return unreadable(file, "file-too-large", `the file is larger than ${MAX_BYTES} bytes`);
    const bytes = await readFile(join(root, file), { signal });
    return parseSource(file, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    signal?.throwIfAborted();
    if (isAbsent(error)) return unreadable(file, "missing-file", "the file is missing");
    if (error instanceof TypeError) return unreadable(file, "not-utf8", "the file is not UTF-8 text");
    if (error instanceof Error && "syscall" in error) {
      return unreadable(file, "unreadable-file", `the file cannot be read: ${reason(error)}`);
    }
    throw error;
  }
}

function unreadable(file: string, code: string, message: string): SourceFile {
  const problem: Problem = problemWithFile(file, { code, message });
  const nowhere = { line: 1, column: 1, text: "" };
  return { file, value: undefined, problems: [problem], locate: () => nowhere, locateKey: () => nowhere };
}
