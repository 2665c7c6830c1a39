import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureDirectory } from "./ensure-directory.ts";
import { syncDirectory } from "./sync-directory.ts";
import { temporaryPath } from "./temporary-file.ts";
import { toWriteError } from "./write-error.ts";

const BUFFER_CHARACTERS = 256 * 1024;

export type Content = string | AsyncIterable<string> | Iterable<string>;

/** A reader sees the old file or the whole new one, never a part, even after a power cut. */
export async function writeAtomically(path: string, content: Content): Promise<void> {
  await ensureDirectory(dirname(path));
  const temporary = temporaryPath(path);
  try {
    await writeDurably(temporary, content);
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw toWriteError(error, path);
  }
}

async function writeDurably(path: string, content: Content): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await writeAll(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, content: Content): Promise<void> {
  if (typeof content === "string") {
    await handle.appendFile(content);
    return;
  }
  let buffered = "";
  for await (const piece of content) {
    buffered += piece;
    if (buffered.length < BUFFER_CHARACTERS) continue;
    await handle.appendFile(buffered);
    buffered = "";
  }
  await handle.appendFile(buffered);
}
