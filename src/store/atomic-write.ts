/** Writes files so that a reader sees all of a file or none. */

import { createHash, randomBytes } from "node:crypto";
import { link as linkFile, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Sha256 } from "../schema/ids.ts";
import type { SealedFile } from "../schema/scan/seal.ts";
import { ensureDirectory, errorCode, syncDirectory, toWriteError } from "./file-system.ts";
import { TEMPORARY_NAME, temporaryFile } from "./layout.ts";
import { isProcessAlive } from "./lock/process-liveness.ts";

const BUFFER_CHARACTERS = 256 * 1024;

type Piece = string | Uint8Array;
export type FileContent = Piece | AsyncIterable<Piece> | Iterable<string>;

/** Replaces a file so that a reader sees the old file or the whole new one, even after a power cut. Returns the hash. */
export async function writeAtomically(path: string, content: FileContent): Promise<SealedFile> {
  const pieces = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
  const [written] = await writeTogether([path], onePieceEach(pieces));
  if (written === undefined) throw new Error(`${path} was not written`);
  return written;
}

async function* onePieceEach(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
): AsyncGenerator<readonly Piece[]> {
  for await (const piece of pieces) yield [piece];
}

/**
 * Writes several files in parallel: each item has one piece per file, in the order of their paths. When all are
 * complete they are put in place one after the other; after an error none is. Returns the hash of each, so that no file
 * is read again.
 */
export async function writeTogether(
  paths: readonly string[],
  items: AsyncIterable<readonly Piece[]>,
): Promise<readonly SealedFile[]> {
  const drafts: Draft[] = [];
  let current = paths[0] ?? "";
  try {
    for (const path of paths) {
      current = path;
      drafts.push(await openDraft(path));
    }
    for await (const item of items) {
      for (const [index, draft] of drafts.entries()) {
        current = draft.path;
        await draft.append(item[index] ?? "");
      }
    }
    const written: SealedFile[] = [];
    for (const draft of drafts) {
      current = draft.path;
      written.push(await draft.finish());
    }
    for (const draft of drafts) {
      current = draft.path;
      await rename(draft.temporary, draft.path);
      await syncDirectory(dirname(draft.path));
    }
    return written;
  } catch (error) {
    for (const draft of drafts) await draft.discard();
    throw toWriteError(error, current);
  }
}

/** A file that is still written under a temporary name. */
interface Draft {
  readonly path: string;
  readonly temporary: string;
  append(piece: Piece): Promise<void>;
  /** Resolves when all of it is on disk. */
  finish(): Promise<SealedFile>;
  discard(): Promise<void>;
}

async function openDraft(path: string): Promise<Draft> {
  await ensureDirectory(dirname(path));
  const temporary = temporaryPath(path);
  const handle = await open(temporary, "wx");
  const hash = createHash("sha256");
  let written = 0;
  let buffered = "";
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    written += bytes.length;
    await handle.appendFile(bytes);
  };
  const flush = async () => {
    const text = buffered;
    buffered = "";
    await write(Buffer.from(text));
  };
  return {
    path,
    temporary,
    append: async (piece) => {
      if (typeof piece !== "string") {
        await flush();
        await write(piece);
        return;
      }
      buffered += piece;
      if (buffered.length >= BUFFER_CHARACTERS) await flush();
    },
    finish: async () => {
      await flush();
      await handle.sync();
      await handle.close();
      return { bytes: written, sha256: Sha256.parse(hash.digest("hex")) };
    },
    discard: async () => {
      await handle.close();
      await rm(temporary, { force: true });
    },
  };
}

const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Creates a file exclusively. Returns true if this call created it, false if it existed. The complete file is
 * hard-linked into place. Without hard links it is created first and then filled.
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

/** A unique temporary name beside `path` that names the writing process. */
function temporaryPath(path: string): string {
  return temporaryFile(path, process.pid, randomBytes(6).toString("hex"));
}

/** `writeAtomically` for a writer that takes a file name, here a temporary one. */
export async function writeByName(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await ensureDirectory(dirname(path));
  const temporary = temporaryPath(path);
  try {
    await write(temporary);
    const handle = await open(temporary, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw toWriteError(error, path);
  }
}

/**
 * Deletes temporary files of killed writers below `directory`; keeps those of living writers.
 * @param options.isNobodys true if no process writes any more, including processes on other machines, which are not
 * visible here
 */
export async function removeLeftovers(directory: string, { isNobodys = false } = {}): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const pid = TEMPORARY_NAME.exec(entry.name)?.groups?.["pid"];
    if (pid === undefined || !entry.isFile()) continue;
    if (!isNobodys && (await isProcessAlive(Number(pid)))) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
