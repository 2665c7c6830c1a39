import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import * as z from "zod";
import { systemClock } from "../kernel/clock.ts";
import { ArtifactError } from "./artifact-error.ts";
import { errorCode } from "./error-code.ts";
import { parseArtifact } from "./parse-artifact.ts";
import { parseJson } from "./parse-json.ts";
import { isProcessAlive, processStart } from "./process-liveness.ts";
import { RunLockedError } from "./run-locked-error.ts";

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
export async function describeThisProcess(): Promise<string> {
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
    return parseArtifact(parseJson(text, { path }), LockRecord, 0, { path });
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    throw new RunLockedError(path, "a process that the lock file does not name", "unknown");
  }
}
