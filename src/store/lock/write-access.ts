import type { SealedFile } from "../../schema/scan/seal.ts";
import { type Journal, type JournalOptions, openJournal } from "../journal.ts";
import type { RunLock } from "./run-lock.ts";

/** Lock, hashes and journals that an open folder provides to its stores. */
export interface WriteAccess {
  /** Throws if the folder is open for reading only, or another process has taken it over. */
  assertWritable(): Promise<void>;
  /** Hashes of files written under the folder's lock, by path, so that they need not be read again. */
  readonly written: Map<string, SealedFile>;
  /** Opens a journal under the folder's lock, once per path. */
  openJournal(path: string): Promise<Journal>;
  /** Closes the journals, even after one failed, then releases the lock. Idempotent. */
  close(): Promise<void>;
}

export type OpenJournal = (path: string, options: JournalOptions) => Promise<Journal>;

/** @param lock absent if the folder is open for reading */
export function writeAccess(
  folder: string,
  lock: RunLock | undefined,
  open: OpenJournal = openJournal,
): WriteAccess {
  const journals = new Map<string, Promise<Journal>>();
  let closing: Promise<void> | undefined;
  const held = () => {
    if (lock === undefined) throw new Error(`${folder} is open for reading only`);
    return lock;
  };
  return {
    written: new Map(),
    assertWritable: async () => held().assertHeld(),
    openJournal: async (path) => {
      const journal = journals.get(path) ?? open(path, { lock: held() });
      journals.set(path, journal);
      return journal;
    },
    close: () => {
      closing ??= closeAll([...journals.values()]).finally(() => lock?.release());
      return closing;
    },
  };
}

/** Waits for all, then rejects with the first failure. */
async function closeAll(journals: readonly Promise<Journal>[]): Promise<void> {
  const opened = (await Promise.allSettled(journals)).filter((result) => result.status === "fulfilled");
  const closed = await Promise.allSettled(opened.map((result) => result.value.close()));
  for (const result of closed) if (result.status === "rejected") throw result.reason;
}
