import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileLine } from "../../kernel/split-lines.ts";
import { ensureDirectory, syncDirectory, toWriteError } from "../file-system.ts";

interface Batch {
  text: string;
  readonly durable: PromiseWithResolvers<void>;
}

type BeforeWriting = () => Promise<void> | undefined;

/**
 * Appends that share their syncs: appends that arrive while one batch is written form the next. After the first error
 * it writes nothing more, because the state on disk is unknown.
 */
export class GroupCommit {
  readonly #file: JournalFile;
  readonly #path: string;
  readonly #beforeWriting: BeforeWriting;
  #collecting: Batch | undefined;
  #draining: Promise<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #closing: Promise<void> | undefined;

  /** @param beforeWriting throws if writing is no longer allowed */
  constructor(file: JournalFile, path: string, beforeWriting: BeforeWriting = () => undefined) {
    this.#file = file;
    this.#path = path;
    this.#beforeWriting = beforeWriting;
  }

  /** Resolves when the text is on disk. */
  append(text: string): Promise<void> {
    if (this.#closing !== undefined) throw new Error(`Append to ${this.#path} after it was closed`);
    if (this.#failure !== undefined) return Promise.reject(this.#failure.reason);
    this.#collecting ??= { text: "", durable: Promise.withResolvers() };
    this.#collecting.text += text;
    const { promise } = this.#collecting.durable;
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Waits for every append; rejects if any failed. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #drain(): Promise<void> {
    // Producers that react to the same event append within one turn, and so share the first batch.
    await nextTurn();
    while (this.#collecting !== undefined) {
      const batch = this.#collecting;
      this.#collecting = undefined;
      try {
        await this.#beforeWriting();
        await this.#file.write(Buffer.from(batch.text, "utf8"));
        await this.#file.sync();
      } catch (error) {
        this.#fail(error, batch);
        break;
      }
      batch.durable.resolve();
      // Producers that waited for this batch append again before the next one is cut.
      await nextTurn();
    }
    this.#draining = undefined;
  }

  #fail(error: unknown, batch: Batch): void {
    this.#failure = { reason: toWriteError(error, this.#path) };
    batch.durable.reject(this.#failure.reason);
    this.#collecting?.durable.reject(this.#failure.reason);
    this.#collecting = undefined;
  }

  async #close(): Promise<void> {
    await this.#draining;
    try {
      await this.#file.close();
    } catch (error) {
      throw this.#failure?.reason ?? toWriteError(error, this.#path);
    }
    if (this.#failure !== undefined) throw this.#failure.reason;
  }
}

/**
 * Opens a file of lines for appending. Cuts a torn last line of a killed writer, so that the next line starts cleanly.
 * @param read reads the existing lines and returns the last whole one
 */
export async function openLines(
  path: string,
  read: () => Promise<FileLine | undefined>,
  options: {
    readonly openFile?: OpenJournalFile | undefined;
    /** Throws if writing is no longer allowed. @default never throws */
    readonly beforeWriting?: BeforeWriting;
  } = {},
): Promise<GroupCommit> {
  const { openFile = openJournalFile, beforeWriting } = options;
  const file = await openFile(path).catch((error: unknown) => {
    throw toWriteError(error, path);
  });
  try {
    await repairEnd(file, await read());
  } catch (error) {
    await file.close();
    throw toWriteError(error, path);
  }
  return new GroupCommit(file, path, beforeWriting);
}

async function repairEnd(file: JournalFile, lastLine: FileLine | undefined): Promise<void> {
  const wholeBytes = lastLine?.end ?? 0;
  const isTorn = file.sizeBytes > wholeBytes;
  const lacksNewline = lastLine !== undefined && !lastLine.isTerminated;
  if (isTorn) await file.truncate(wholeBytes);
  if (lacksNewline) await file.write(Buffer.from("\n"));
  if (isTorn || lacksNewline) await file.sync();
}

/** File operations that the journal needs. Every call rejects with the system's own error. */
export interface JournalFile {
  readonly sizeBytes: number;
  /** Writes all bytes. */
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
