/** Ways to write a file so that a reader sees all of it or none. */

import { randomBytes } from "node:crypto";
import { type FileHandle, link as linkFile, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureDirectory, errorCode, syncDirectory, toWriteError } from "./file-system.ts";
import { TEMPORARY_NAME, temporaryFile } from "./layout.ts";
import { isProcessAlive } from "./lock/process-liveness.ts";

const BUFFER_CHARACTERS = 256 * 1024;

export type FileContent = string | AsyncIterable<string> | Iterable<string>;

/** A reader sees the old file or the whole new one, never a part, even after a power cut. */
export async function writeAtomically(path: string, content: FileContent): Promise<void> {
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

async function writeDurably(path: string, content: FileContent): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await writeAll(handle, content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, content: FileContent): Promise<void> {
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

/** `writeAtomically` for what is not text. */
export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  await ensureDirectory(dirname(path));
  const temporary = temporaryPath(path);
  try {
    await writeFile(temporary, bytes, { flag: "wx", flush: true });
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw toWriteError(error, path);
  }
}

const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * True if this call made the file, false if it was there. The file appears with its content, because it is
 * linked into place when complete; where the file system has no hard links it is created and then filled.
 */
export async function createExclusively(path: string, content: string, link = linkFile): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    await writeFile(temporary, content, { flag: "wx" });
    return await createIfAbsent(async () => {
      try {
        await link(temporary, path);
      } catch (error) {
        if (!NO_HARD_LINKS.has(errorCode(error) ?? "")) throw error;
        await writeFile(path, content, { flag: "wx" });
      }
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function createIfAbsent(create: () => Promise<void>): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** A name beside `path` that no other process or call uses, and that says whose it is. */
function temporaryPath(path: string): string {
  return temporaryFile(path, process.pid, randomBytes(6).toString("hex"));
}

/** Deletes what killed writers left below `directory`; a living writer's files stay. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const pid = TEMPORARY_NAME.exec(entry.name)?.groups?.["pid"];
    if (pid === undefined || !entry.isFile() || (await isProcessAlive(Number(pid)))) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
