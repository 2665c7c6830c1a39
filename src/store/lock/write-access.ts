import type { SealedFile } from "../../schema/scan/seal.ts";
import { type Journal, type JournalOptions, openJournal } from "../journal.ts";
import type { RunLock } from "./run-lock.ts";

/** What a folder that is open lends to what is kept in it. */
export interface WriteAccess {
  /** Throws where the folder is open for reading only, or where another process has taken it over. */
  assertWritable(): Promise<void>;
  /** What was written under the folder's lock, by path: it need not be read to be hashed. */
  readonly written: Map<string, SealedFile>;
  /** Under the folder's lock, and opened once. */
  openJournal(path: string): Promise<Journal>;
  /** Closes the journals, also after one of them failed, then lets go of the lock. Idempotent. */
  close(): Promise<void>;
}

export type OpenJournal = (path: string, options: JournalOptions) => Promise<Journal>;

/** @param lock absent where the folder is open for reading */
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

/** Rejects with the first failure. */
async function closeAll(journals: readonly Promise<Journal>[]): Promise<void> {
  const opened = (await Promise.allSettled(journals)).filter((result) => result.status === "fulfilled");
  const closed = await Promise.allSettled(opened.map((result) => result.value.close()));
  for (const result of closed) if (result.status === "rejected") throw result.reason;
}
