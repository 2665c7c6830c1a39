import { closeSync, openSync, writeSync } from "node:fs";
import type { LogEntry } from "./log-entry.ts";

export type OpenEntry = { -readonly [Key in keyof LogEntry]: LogEntry[Key] };

/** The server's record of its requests. */
export class Ledger {
  readonly log: OpenEntry[] = [];
  maxInFlight = 0;
  answered = 0;
  #inFlight = 0;
  #file: number | null;

  constructor(logFile: string | undefined) {
    this.#file = logFile === undefined ? null : openSync(logFile, "a");
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get costUsd(): number {
    return this.log.reduce((sum, entry) => sum + entry.costUsd, 0);
  }

  arrive(): void {
    this.#inFlight += 1;
    this.maxInFlight = Math.max(this.maxInFlight, this.#inFlight);
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  open(
    entry: Omit<LogEntry, "seq" | "status" | "outcome" | "settledAt" | "usage" | "costUsd" | "replyText">,
  ) {
    const opened: OpenEntry = {
      seq: this.log.length + 1,
      ...entry,
      status: null,
      outcome: "pending",
      settledAt: null,
      usage: null,
      costUsd: 0,
      replyText: null,
    };
    this.log.push(opened);
    return opened;
  }

  settle(entry: OpenEntry, outcome: Exclude<LogEntry["outcome"], "pending">): void {
    entry.outcome = outcome;
    entry.settledAt = Date.now();
    if (outcome === "answered" && entry.replyText !== null) this.answered += 1;
    // One write per line, so that a reader of the file never sees half of one after a kill.
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
