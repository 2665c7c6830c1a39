import { readFile, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import { sha256 } from "../../kernel/hash.ts";
import { createExclusively } from "../atomic-write.ts";
import { RunLockedError, storeErrors } from "../errors.ts";
import { errorCode, listNames, pathExists, statIfThere, toWriteError } from "../file-system.ts";
import { CLAIM_NAME, LOCK_NAME } from "../layout.ts";
import {
  describeHolder,
  describeThisProcess,
  holderKind,
  type LockRecord,
  lockOwner,
  looksAlive,
  mayTake,
  parseLock,
  processIdentity,
  type Standing,
} from "./lock-holder.ts";
import { isProcessAlive } from "./process-liveness.ts";

/** Each further attempt means that another process changed the lock in between; a few are enough. */
const ATTEMPTS = 10;
/** Interval between a holder's heartbeats. */
const BEAT_MS = 5_000;

export interface RunLock {
  /** 1, or one more than the fence of the lock it took over. The later of two holders has the higher fence. */
  readonly fence: number;
  /** Throws if the lock has passed to another process. After that nothing may be sent or written. */
  assertHeld(): Promise<void>;
  /** Idempotent. Leaves a lock alone that another process has taken since. */
  release(): Promise<void>;
}

export interface LockOptions {
  /** Takes the lock from a holder whose state cannot be determined from here. @default false */
  readonly takeOver?: boolean;
  /** Called with a sentence about the previous holder. */
  readonly onNotice?: (sentence: string) => void;
}

/** Whether a file name in a run directory belongs to the lock. */
export function isLockFile(name: string): boolean {
  return name === LOCK_NAME || name.startsWith(`${LOCK_NAME}.`);
}

/** Acquires the exclusive right to write into a run directory. A dead holder's lock passes to exactly one taker. */
export async function acquireLock(directory: string, options: LockOptions = {}): Promise<RunLock> {
  const path = join(directory, LOCK_NAME);
  const startedAt = new Date(systemClock.now()).toISOString();
  const describe = (fence: number) => describeThisProcess(startedAt, fence);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const first = await describe(1);
      if (await createExclusively(path, first)) return heldLock(path, first, 1);
      const theirs = await lookAt(path);
      if (theirs === undefined) continue;
      refuseUnlessTakeable(path, theirs, options);
      const mine = await takeOver(directory, theirs, describe, options);
      if (mine === undefined) continue;
      tellOfTaking(theirs, options);
      return heldLock(path, mine.text, mine.fence);
    }
  } catch (error) {
    throw toWriteError(error, path);
  }
  throw new RunLockedError(path, "several processes that start at once", "starting");
}

interface Claim {
  readonly text: string;
  readonly fence: number;
}

/**
 * Replaces a dead holder's lock. Only the holder of a claim may replace it, and a claim whose maker died is itself
 * claimed. The claimant reads the lock again first, because its view may be old. Renaming the claim onto the lock is
 * one step, so a killed taker leaves either the old lock or its own.
 */
async function takeOver(
  directory: string,
  old: Holder,
  describe: (fence: number) => Promise<string>,
  options: LockOptions,
): Promise<Claim | undefined> {
  const path = join(directory, LOCK_NAME);
  const claimed = await claim(directory, old, describe, options);
  if (claimed === undefined) return undefined;
  if ((await readLock(path)) !== old.text) {
    await rm(claimed.path, { force: true });
    return undefined;
  }
  await rename(claimed.path, path);
  await removeClaims(directory);
  return claimed;
}

/** This process's claim, or undefined if the lock or claim that it would succeed is gone. */
async function claim(
  directory: string,
  old: Holder,
  describe: (fence: number) => Promise<string>,
  options: LockOptions,
): Promise<(Claim & { readonly path: string }) | undefined> {
  for (let predecessor = old; ; ) {
    // The name contains the hash of the record to be succeeded, which is unique.
    const path = join(directory, `${LOCK_NAME}.${sha256(predecessor.text)}`);
    const fence = (predecessor.record?.fence ?? 0) + 1;
    const text = await describe(fence);
    if (await createExclusively(path, text)) return { path, text, fence };
    const claimant = await lookAt(path);
    if (claimant === undefined) return undefined;
    refuseUnlessTakeable(path, claimant, options);
    predecessor = claimant;
  }
}

/** Removes claims: while a living process holds the lock, they are useless. */
async function removeClaims(directory: string): Promise<void> {
  const { files } = await listNames(directory);
  for (const name of files.filter((file) => CLAIM_NAME.test(file))) {
    await rm(join(directory, name), { force: true });
  }
}

function heldLock(path: string, mine: string, fence: number): RunLock {
  const isMine = async () => (await readLock(path)) === mine;
  const beat = async () => {
    const now = new Date(systemClock.now());
    // Touches only this process's lock, so that another's does not look alive.
    if (await isMine()) await utimes(path, now, now);
    else clearInterval(heart);
  };
  // Ignores a failed heartbeat: other processes see that it is missing, and the next write reports why.
  const heart = setInterval(() => void beat().catch(() => undefined), BEAT_MS).unref();
  return {
    fence,
    assertHeld: async () => {
      if (await isMine()) return;
      clearInterval(heart);
      const holder = await lookAt(path);
      throw storeErrors.IB_LOCK_LOST(path, holder === undefined ? null : describe(holder));
    },
    release: async () => {
      clearInterval(heart);
      try {
        if (await isMine()) await rm(path, { force: true });
      } catch (error) {
        throw toWriteError(error, path);
      }
    },
  };
}

/** A lock as seen by a process that does not hold it. */
interface Holder {
  readonly text: string;
  readonly record: LockRecord | null;
  readonly standing: Standing;
  /** Milliseconds since the last heartbeat. */
  readonly silentMs: number;
}

/** Undefined if the lock has no holder. */
async function lookAt(path: string): Promise<Holder | undefined> {
  const text = await readLock(path);
  const file = await statIfThere(path);
  if (text === undefined || file === undefined) return undefined;
  const record = parseLock(path, text);
  const me = { pid: process.pid, place: await processIdentity() };
  const isRunningHere = record !== null && (await isProcessAlive(record.pid, record.process_start));
  const silentMs = systemClock.now() - file.mtimeMs;
  return { text, record, standing: lockOwner(record, me, isRunningHere), silentMs };
}

function describe({ record, standing, silentMs }: Holder): string {
  return describeHolder(record, standing, silentMs);
}

/** Whether a process that may be alive holds this directory. An invisible process counts while its heartbeat continues. */
export async function isHeld(directory: string): Promise<boolean> {
  const path = join(directory, LOCK_NAME);
  // Most runs have no lock, and checking for the file is cheaper than a failed read.
  const holder = (await pathExists(path)) ? await lookAt(path) : undefined;
  if (holder === undefined || holder.standing === "dead") return false;
  const isSeen = holder.standing === "alive" || holder.standing === "this process";
  return isSeen || looksAlive(holder.silentMs);
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function refuseUnlessTakeable(path: string, holder: Holder, { takeOver = false }: LockOptions): void {
  const { standing } = holder;
  if (standing === "dead" || mayTake(standing, takeOver)) return;
  throw new RunLockedError(path, describe(holder), holderKind(standing));
}

function tellOfTaking(holder: Holder, { onNotice }: LockOptions): void {
  if (holder.standing === "dead") return;
  const warning = looksAlive(holder.silentMs)
    ? " It looked alive: if it works, it stops at its next call, and what it had under way is lost."
    : "";
  onNotice?.(`Taken over from ${describe(holder)}.${warning}`);
}
