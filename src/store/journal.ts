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

/** The log of every call and its outcome. While work runs, it is authoritative. */
export interface Journal {
  /** The outcome recorded for a unit, in this invocation or an earlier one. */
  find(unit: UnitKey): JournalOutcome | undefined;
  /** The provider's batch that holds a unit without an outcome, from any invocation; undefined if no batch holds it. */
  inBatch(unit: UnitKey): HeldCall | undefined;
  /** Provider names of all recorded batches. */
  readonly recordedBatches: ReadonlySet<string>;
  /** Number of units in batches. */
  readonly heldInBatches: number;
  /** Resolves when the line is on disk; many appends share one sync. */
  append(entry: JournalEntry): Promise<void>;
  readonly totals: JournalTotals;
  /** Waits for every append; rejects if any failed. Idempotent. */
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Lock for writing: every line carries its fence, and none is written after the lock is lost. @default none */
  readonly lock?: JournalLock;
  /** @default opens a real file */
  readonly openFile?: OpenJournalFile;
}

/** The part of the folder's lock that a journal needs. */
export interface JournalLock {
  readonly fence: number;
  assertHeld(): Promise<void>;
}

/** Opens the journal: reads it, repairs a torn last line, and prepares appends. */
export async function openJournal(path: string, { lock, openFile }: JournalOptions = {}): Promise<Journal> {
  const index = new JournalIndex();
  await lock?.assertHeld();
  const read = () => readJournal(path, index);
  const commit = await openLines(path, read, { openFile, beforeWriting: () => lock?.assertHeld() });
  index.endLeg();
  // Higher than any line's fence, so that a removed lock file does no harm. Also higher than lines that the previous
  // holder still writes, because its lock had a lower fence.
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
      // A line that fails its schema would make the journal unreadable for every later invocation.
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

/** Reads a journal without changing it. */
export async function readJournalIndex(path: string): Promise<JournalIndex> {
  const index = new JournalIndex();
  await readJournal(path, index);
  return index;
}

/** Throws if the journal has an older version, whose calls cannot be found. Does nothing without a journal. */
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

/** Yields every whole line, of any version. */
export async function* readJournalEntries(path: string): AsyncGenerator<JsonRecord<JournalEntry>> {
  try {
    yield* readJsonRecords(path, JournalEntry, { version: JOURNAL_VERSION, tornLastLine: "drop" });
  } catch (error) {
    throw error instanceof ArtefactError ? storeErrors.IB_JOURNAL_CORRUPT(error) : error;
  }
}

/** The start of the work, from the first whole line; `null` without one. Reads no more of the file. */
export async function journalBegunAt(path: string): Promise<string | null> {
  if (!(await pathExists(path))) return null;
  for await (const { value } of readJournalEntries(path)) return value.at;
  return null;
}

/** Feeds every whole line to the index and returns the last one. */
async function readJournal(path: string, index: JournalIndex): Promise<FileLine | undefined> {
  let lastLine: FileLine | undefined;
  for await (const { value, line } of readJournalEntries(path)) {
    refuseOlderLeg(path, value);
    index.record(value);
    lastLine = line;
  }
  return lastLine;
}

/** Writes `opened` and `closed` entries around one invocation. */
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
    // Best effort: the journal itself may have failed, and the first error is the one to report.
    await journal.append({ event: "closed", outcome: "interrupted", at: timestamp() }).catch(() => undefined);
    throw error;
  }
}

/** The state of a journal, built from its lines in order. */
export class JournalIndex {
  readonly #outcomes = new Map<UnitKey, JournalOutcome>();
  readonly #counter = new JournalCounter();
  readonly #held = new HeldCalls();
  #maxCostUsd: number | undefined;

  /** The last outcome recorded for a unit, under any lock holder. */
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

  /** The last cost limit that was approved. */
  get maxCostUsd(): number | undefined {
    return this.#maxCostUsd;
  }

  /** 0 if no line has a fence. */
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

  /** Counts calls in flight as lost: their invocation is over. */
  endLeg(): void {
    this.#counter.endLeg();
  }
}

const CHUNK_BYTES = 256 * 1024;

/** Journal lines that were not read before. */
export interface NewJournalLines {
  /**
   * Whether they start the file. Earlier counts are then void: they came from another file of that name, or ended at a
   * damaged line.
   */
  readonly isFromStart: boolean;
  readonly entries: AsyncIterable<JournalEntry>;
}

/** Follows a journal that another process may be writing; reads each whole line once. */
export class JournalTail {
  readonly #path: string;
  #offset = 0;
  /** Identifies the file: a rewritten journal is another file. */
  #inode: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the lines since the last call. Leaves a line without its newline for the next call. */
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
    // Reset until every line is valid: a damaged journal is read again from its start, because it may be repaired.
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
