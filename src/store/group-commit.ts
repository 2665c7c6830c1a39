import { setImmediate as nextTurn } from "node:timers/promises";
import type { JournalFile } from "./journal-file.ts";
import { toWriteError } from "./write-error.ts";

interface Batch {
  text: string;
  readonly durable: PromiseWithResolvers<void>;
}

/**
 * Appends that share their syncs: what arrives while one batch is being written forms the next.
 * After the first error nothing more is written, because what reached the disk is unknown.
 */
export class GroupCommit {
  readonly #file: JournalFile;
  readonly #path: string;
  #collecting: Batch | undefined;
  #draining: Promise<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: JournalFile, path: string) {
    this.#file = file;
    this.#path = path;
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

  /** Waits for everything appended; rejects if any of it failed. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #drain(): Promise<void> {
    // Producers that answer to the same event append within one turn, and so share the first batch.
    await nextTurn();
    while (this.#collecting !== undefined) {
      const batch = this.#collecting;
      this.#collecting = undefined;
      try {
        await this.#file.write(Buffer.from(batch.text, "utf8"));
        await this.#file.sync();
      } catch (error) {
        this.#fail(error, batch);
        break;
      }
      batch.durable.resolve();
      // Whoever waited for this batch appends again before the next one is cut.
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
