import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureDirectory } from "./ensure-directory.ts";
import { syncDirectory } from "./sync-directory.ts";

/** What the journal needs of a file. Every call rejects with the system's own error. */
export interface JournalFile {
  readonly sizeBytes: number;
  /** Appends all of it. */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when everything written is on disk. */
  sync(): Promise<void>;
  truncate(lengthBytes: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenJournalFile = (path: string) => Promise<JournalFile>;

export const openJournalFile: OpenJournalFile = async (path) => {
  await ensureDirectory(dirname(path));
  const handle = await open(path, "a");
  try {
    const { size } = await handle.stat();
    if (size === 0) await syncDirectory(dirname(path));
    return {
      sizeBytes: size,
      write: (bytes) => handle.appendFile(bytes),
      sync: () => handle.datasync(),
      truncate: (lengthBytes) => handle.truncate(lengthBytes),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};
