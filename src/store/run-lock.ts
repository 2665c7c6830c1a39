import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../kernel/hash.ts";
import { createExclusively } from "./create-exclusively.ts";
import { listNames } from "./list-names.ts";
import { describeThisProcess, readLock, refuseUnlessDead } from "./lock-record.ts";
import { RunLockedError } from "./run-locked-error.ts";
import { toWriteError } from "./write-error.ts";

export const LOCK_NAME = "lock";
const CLAIM_NAME = /^lock\.[0-9a-f]{64}$/;
/** Each further attempt means that another process moved in between; a few are plenty. */
const ATTEMPTS = 10;

export interface RunLock {
  /** Idempotent. A lock that someone else has taken since is left alone. */
  release(): Promise<void>;
}

/** Whether a name in a run directory belongs to the lock, not to the run. */
export function isLockFile(name: string): boolean {
  return name === LOCK_NAME || name.startsWith(`${LOCK_NAME}.`);
}

/** The exclusive right to write into a run directory. A dead holder's lock passes to exactly one taker. */
export async function acquireLock(directory: string): Promise<RunLock> {
  const path = join(directory, LOCK_NAME);
  const mine = await describeThisProcess();
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await createExclusively(path, mine)) return heldLock(path, mine);
      const theirs = await readLock(path);
      if (theirs === undefined) continue;
      await refuseUnlessDead(path, theirs);
      if (await takeOver(directory, theirs, mine)) return heldLock(path, mine);
    }
  } catch (error) {
    throw toWriteError(error, path);
  }
  throw new RunLockedError(path, "several processes that start at once", "starting");
}

/**
 * Only the holder of a claim on the dead lock may replace it; a claim whose maker died is itself claimed.
 * The claimant looks at the lock again first, because its view may be old. Renaming the claim onto the lock
 * is one step, so a taker that is killed leaves either the dead lock or its own.
 */
async function takeOver(directory: string, dead: string, mine: string): Promise<boolean> {
  const path = join(directory, LOCK_NAME);
  const claim = await claimDead(directory, dead, mine);
  if (claim === undefined) return false;
  if ((await readLock(path)) !== dead) {
    await rm(claim, { force: true });
    return false;
  }
  await rename(claim, path);
  await removeClaims(directory);
  return true;
}

/** The path of this process's claim, or undefined if the one it would have to follow has gone. */
async function claimDead(directory: string, dead: string, mine: string): Promise<string | undefined> {
  for (let predecessor = dead; ; ) {
    // The name is that of the record to be succeeded, which no other record shares.
    const claim = join(directory, `${LOCK_NAME}.${sha256(predecessor)}`);
    if (await createExclusively(claim, mine)) return claim;
    const claimant = await readLock(claim);
    if (claimant === undefined) return undefined;
    await refuseUnlessDead(claim, claimant);
    predecessor = claimant;
  }
}

/** While a living process holds the lock no claim is of use to anyone. */
async function removeClaims(directory: string): Promise<void> {
  const { files } = await listNames(directory);
  for (const name of files.filter((file) => CLAIM_NAME.test(file))) {
    await rm(join(directory, name), { force: true });
  }
}

function heldLock(path: string, mine: string): RunLock {
  return {
    release: async () => {
      try {
        if ((await readLock(path)) === mine) await rm(path, { force: true });
      } catch (error) {
        throw toWriteError(error, path);
      }
    },
  };
}
