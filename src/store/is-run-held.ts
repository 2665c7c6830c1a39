import { join } from "node:path";
import { readLock, refuseUnlessDead } from "./lock-record.ts";
import { LOCK_NAME } from "./run-lock.ts";
import { RunLockedError } from "./run-locked-error.ts";

/** Whether a process that may be alive works on what is in this directory. */
export async function isRunHeld(directory: string): Promise<boolean> {
  const path = join(directory, LOCK_NAME);
  const text = await readLock(path);
  if (text === undefined) return false;
  try {
    await refuseUnlessDead(path, text);
    return false;
  } catch (error) {
    if (error instanceof RunLockedError) return true;
    throw error;
  }
}
