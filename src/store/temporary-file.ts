import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isProcessAlive } from "./process-liveness.ts";

const TEMPORARY_NAME = /\.(?<pid>[1-9][0-9]*)\.[0-9a-f]{12}\.tmp$/;

/** A name beside `path` that no other process or call uses, and that says whose it is. */
export function temporaryPath(path: string): string {
  return `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
}

/** Deletes what killed writers left below `directory`; a living writer's files stay. */
export async function removeLeftovers(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const pid = TEMPORARY_NAME.exec(entry.name)?.groups?.["pid"];
    if (pid === undefined || !entry.isFile() || (await isProcessAlive(Number(pid)))) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
