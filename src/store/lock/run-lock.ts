import { readFile, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { systemClock } from "../../kernel/clock.ts";
import { sha256 } from "../../kernel/hash.ts";
import { decodeJson, parseArtefact } from "../artefact-files.ts";
import { createExclusively } from "../atomic-write.ts";
import { ArtefactError, RunLockedError } from "../errors.ts";
import { errorCode, listNames, toWriteError } from "../file-system.ts";
import { CLAIM_NAME, LOCK_NAME } from "../layout.ts";
import { isProcessAlive, processStart } from "./process-liveness.ts";

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

/** The content of a `lock` file: who works on the run. */
const LockRecord = z.strictObject({
  pid: z.int().min(1),
  host: z.string(),
  started_at: z.iso.datetime(),
  process_start: z
    .string()
    .optional()
    .meta({ description: "Tells the process from a later one with its pid." }),
});

/** The text of a lock that this process takes. */
async function describeThisProcess(): Promise<string> {
  const start = await processStart(process.pid);
  const record: z.infer<typeof LockRecord> = {
    pid: process.pid,
    host: hostname(),
    started_at: new Date(systemClock.now()).toISOString(),
    ...(start === undefined ? {} : { process_start: start }),
  };
  return `${JSON.stringify(record)}\n`;
}

/** The lock's text, or undefined if nobody holds it. */
export async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns only if the process that wrote `text` is known to be dead. */
export async function refuseUnlessDead(path: string, text: string): Promise<void> {
  const holder = parseLock(path, text);
  if (holder.host !== hostname()) {
    throw new RunLockedError(path, `process ${holder.pid} on "${holder.host}"`, "on another machine");
  }
  if (await isProcessAlive(holder.pid, holder.process_start)) {
    const who = holder.pid === process.pid ? "this very process" : "another process";
    throw new RunLockedError(path, `${who}, pid ${holder.pid}, since ${holder.started_at}`, "alive");
  }
}

function parseLock(path: string, text: string): z.infer<typeof LockRecord> {
  try {
    return parseArtefact(decodeJson(text, { path }), LockRecord, 0, { path });
  } catch (error) {
    if (!(error instanceof ArtefactError)) throw error;
    throw new RunLockedError(path, "a process that the lock file does not name", "unknown");
  }
}
