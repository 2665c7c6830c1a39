import { join } from "node:path";
import type { RunId } from "../schema/ids.ts";
import { ensureDirectory } from "./ensure-directory.ts";
import { type Journal, openJournal } from "./journal.ts";
import { scanDirectory } from "./run-directory.ts";
import { acquireLock } from "./run-lock.ts";
import { createScanStore, type RunAccess, type ScanStore } from "./scan-store.ts";
import { removeLeftovers } from "./temporary-file.ts";

/** A folder of scans that belong to no single run, locked while it is open for writing. */
export interface ScansFolder {
  scan(scanId: RunId): ScanStore;
  /** Closes the journals, then lets go of the lock. */
  close(): Promise<void>;
}

export async function openScansFolder(path: string, mode: "write" | "read"): Promise<ScansFolder> {
  if (mode === "write") await ensureDirectory(path);
  const lock = mode === "write" ? await acquireLock(path) : undefined;
  if (lock !== undefined) await removeLeftovers(path);
  const journals = new Map<string, Promise<Journal>>();
  const access: RunAccess = {
    assertWritable: () => {
      if (lock === undefined) throw new Error(`${path} is open for reading only`);
    },
    openJournal: async (journalPath) => {
      access.assertWritable();
      const journal = journals.get(journalPath) ?? openJournal(journalPath);
      journals.set(journalPath, journal);
      return journal;
    },
  };
  return {
    scan: (scanId) => createScanStore(scanId, scanDirectory(join(path, scanId)), access),
    close: async () => {
      try {
        const opened = await Promise.allSettled(journals.values());
        for (const result of opened) if (result.status === "fulfilled") await result.value.close();
      } finally {
        await lock?.release();
      }
    },
  };
}
