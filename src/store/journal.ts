import { createReadStream } from "node:fs";
import type { Clock } from "../kernel/clock.ts";
import { type FileLine, NEWLINE } from "../kernel/split-lines.ts";
import { toolVersion } from "../kernel/tool-version.ts";
import { type HeldCall, HeldCalls } from "../measure/held-calls.ts";
import { JournalCounter, type JournalTotals } from "../measure/journal-totals.ts";
import { type RunId, Sha256 } from "../schema/ids.ts";
import { JOURNAL_VERSION, JournalEntry, type JournalOutcome, type UnitKey } from "../schema/run/journal.ts";
import { decodeJson, type JsonRecord, parseArtefact, readJsonRecords } from "./artefact-files.ts";
import { ArtefactError, storeErrors } from "./errors.ts";
import { pathExists, statIfThere } from "./file-system.ts";
import { type OpenJournalFile, openLines } from "./journal/group-commit.ts";

/** The record of what was sent and what came back; the truth while work runs. */
export interface Journal {
  /** The outcome recorded for a unit, in this leg or an earlier one. */
  find(unit: UnitKey): JournalOutcome | undefined;
  /** Where a unit without an outcome still is, in whichever leg it was sent; nothing where it is in no provider's batch. */
  inBatch(unit: UnitKey): HeldCall | undefined;
  /** The providers' names of all batches on record. */
  readonly recordedBatches: ReadonlySet<string>;
  /** How many units are in batches. */
  readonly heldInBatches: number;
  /** Resolves when the line is on disk; many appends share one sync. */
  append(entry: JournalEntry): Promise<void>;
  readonly totals: JournalTotals;
  /** Waits for everything appended; rejects if any of it failed. Idempotent. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Under which it is written: every line has its number, and none is written after the lock was lost. @default none */
  readonly lock?: JournalLock;
  /** @default the system's */
  readonly openFile?: OpenJournalFile;
}

/** What a journal needs of the lock on its folder. */
export interface JournalLock {
  readonly fence: number;
  assertHeld(): Promise<void>;
}

/** Reads what is there, repairs a torn last line, and is ready to append. */
export async function openJournal(path: string, { lock, openFile }: JournalOptions = {}): Promise<Journal> {
  const index = new JournalIndex();
  await lock?.assertHeld();
  const read = () => readJournal(path, index);
  const commit = await openLines(path, read, { openFile, beforeWriting: () => lock?.assertHeld() });
  index.endLeg();
  // Higher than any line's, so that a lock file that somebody removed does no harm, and higher than what the holder
  // from whom the lock was taken writes, even where nothing of it is on disk yet: its lock had a lower number.
  const fence = lock === undefined ? undefined : index.highestFence + lock.fence;
  return {
    find: (unit) => index.find(unit),
    inBatch: (unit) => index.inBatch(unit),
    get recordedBatches() {
      return index.recordedBatches;
    },
    get heldInBatches() {
      return index.heldInBatches;
    },
    append: async (entry) => {
      // A line that the schema refuses would make the journal unreadable for every later leg.
      const checked = JournalEntry.parse({ ...entry, ...(fence === undefined ? {} : { fence }) });
      await commit.append(`${JSON.stringify(checked)}\n`);
      index.record(checked);
    },
    get totals() {
      return index.totals;
    },
    close: () => commit.close(),
  };
}

/** What a journal holds, without touching it. */
export async function readJournalIndex(path: string): Promise<JournalIndex> {
  const index = new JournalIndex();
  await readJournal(path, index);
  return index;
}

/** Throws where the journal is of an older version, in which no call is found again. Nothing where there is none. */
export async function refuseOlderJournal(path: string): Promise<void> {
  if (!(await pathExists(path))) return;
  for await (const { value } of readJournalEntries(path)) {
    refuseOlderLeg(path, value);
    return;
  }
}

function refuseOlderLeg(path: string, entry: JournalEntry): void {
  if (entry.event !== "opened" || entry.schema_version === JOURNAL_VERSION) return;
  throw storeErrors.IB_JOURNAL_VERSION(path, entry.schema_version, JOURNAL_VERSION);
}

/** Every whole line, of whatever version. */
export async function* readJournalEntries(path: string): AsyncGenerator<JsonRecord<JournalEntry>> {
  try {
    yield* readJsonRecords(path, JournalEntry, { version: JOURNAL_VERSION, tornLastLine: "drop" });
  } catch (error) {
    throw error instanceof ArtefactError ? storeErrors.IB_JOURNAL_CORRUPT(error) : error;
  }
}

/** When the work began, by its first whole line; `null` where there is none. No more of the file is read. */
export async function journalBegunAt(path: string): Promise<string | null> {
  if (!(await pathExists(path))) return null;
  for await (const { value } of readJournalEntries(path)) return value.at;
  return null;
}

/** Feeds every whole line to the index and returns the last of them. */
async function readJournal(path: string, index: JournalIndex): Promise<FileLine | undefined> {
  let lastLine: FileLine | undefined;
  for await (const { value, line } of readJournalEntries(path)) {
    refuseOlderLeg(path, value);
    index.record(value);
    lastLine = line;
  }
  return lastLine;
}

/** Brackets one leg of work in the journal: what it was for, and whether it came to its end. */
export async function withInvocation<Result>(
  journal: Journal,
  leg: {
    readonly id: RunId;
    readonly planHash: string;
    readonly clock: Clock;
    readonly maxCostUsd?: number | undefined;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const timestamp = () => new Date(leg.clock.now()).toISOString();
  await journal.append({
    event: "opened",
    schema_version: JOURNAL_VERSION,
    id: leg.id,
    plan_hash: Sha256.parse(leg.planHash),
    tool_version: toolVersion(),
    ...(leg.maxCostUsd === undefined ? {} : { max_cost_usd: leg.maxCostUsd }),
    at: timestamp(),
  });
  try {
    const result = await work();
    await journal.append({ event: "closed", outcome: "finished", at: timestamp() });
    return result;
  } catch (error) {
    // Best effort: the journal may be what failed, and the first error is the one to report.
    await journal.append({ event: "closed", outcome: "interrupted", at: timestamp() }).catch(() => undefined);
    throw error;
  }
}

/** What is known of a journal's lines; fed line by line, in order. */
export class JournalIndex {
  readonly #outcomes = new Map<UnitKey, JournalOutcome>();
  readonly #counter = new JournalCounter();
  readonly #held = new HeldCalls();
  #maxCostUsd: number | undefined;

  /** The last outcome recorded for a unit, by whoever held the lock when it was. */
  find(unit: UnitKey): JournalOutcome | undefined {
    return this.#outcomes.get(unit);
  }

  inBatch(unit: UnitKey): HeldCall | undefined {
    return this.#held.find(unit);
  }

  get recordedBatches(): ReadonlySet<string> {
    return this.#held.noted;
  }

  get heldInBatches(): number {
    return this.#held.size;
  }

  get totals(): JournalTotals {
    return this.#counter.totals;
  }

  /** The ceiling that was last agreed to. */
  get maxCostUsd(): number | undefined {
    return this.#maxCostUsd;
  }

  /** 0 where no line has one. */
  get highestFence(): number {
    return this.#counter.highestFence;
  }

  record(entry: JournalEntry): void {
    const isStale = this.#counter.record(entry) === "stale";
    if (isStale) return;
    if (entry.event === "opened") this.#maxCostUsd = entry.max_cost_usd ?? this.#maxCostUsd;
    if (entry.event === "replied" || entry.event === "failed") this.#outcomes.set(entry.unit, entry);
    this.#held.record(entry);
  }

  /** Nobody waits any longer for what is in flight: it is lost. */
  endLeg(): void {
    this.#counter.endLeg();
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Lines of a journal that were not read before. */
export interface NewJournalLines {
  /** They are its first: what was counted earlier, in another file of that name or up to a damaged line, is void. */
  readonly isFromStart: boolean;
  readonly entries: AsyncIterable<JournalEntry>;
}

/** Reads a journal that another process may be writing, each whole line once. */
export class JournalTail {
  readonly #path: string;
  #offset = 0;
  /** Which file it was: one that is written anew takes the place of another. */
  #inode: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The lines since the last call. A line without its newline is left for the next one. */
  async readNew(): Promise<NewJournalLines> {
    const file = await statIfThere(this.#path);
    const size = file?.size ?? 0;
    if (file?.ino !== this.#inode || size < this.#offset) this.#offset = 0;
    this.#inode = file?.ino;
    return { isFromStart: this.#offset === 0, entries: this.#read(size) };
  }

  async *#read(size: number): AsyncGenerator<JournalEntry> {
    const start = this.#offset;
    if (size <= start) return;
    // Until all of it was good. A damaged journal is read again from its start, when someone may have mended it.
    this.#offset = 0;
    let end = start;
    let pieces: Buffer[] = [];
    const chunks: AsyncIterable<Buffer> = createReadStream(this.#path, {
      start,
      end: size - 1,
      highWaterMark: CHUNK_BYTES,
    });
    for await (const chunk of chunks) {
      let from = 0;
      for (let stop = chunk.indexOf(NEWLINE); stop !== -1; stop = chunk.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([...pieces, chunk.subarray(from, stop)]);
        pieces = [];
        from = stop + 1;
        end += line.length + 1;
        const where = { path: this.#path };
        yield parseArtefact(decodeJson(line, where), JournalEntry, JOURNAL_VERSION, where);
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
    }
    this.#offset = end;
  }
}
