import { readFile } from "node:fs/promises";
import { errorCode } from "../file-system.ts";

/** Fields of /proc/<pid>/stat, counted from the one after the command name. */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;
const DEAD_STATES: ReadonlySet<string> = new Set(["Z", "X"]);

interface ProcessStat {
  readonly state: string;
  /** Clock ticks from boot to the start of the process. With the pid it identifies one process. */
  readonly start: string;
}

/** When a process began, in the system's units; undefined if the system does not report it. */
export async function processStart(pid: number): Promise<string | undefined> {
  return (await readStat(pid))?.start;
}

/** Whether the process still runs. `start`, if known, distinguishes it from a later process with the same pid. */
export async function isProcessAlive(pid: number, start?: string): Promise<boolean> {
  if (!existsNow(pid)) return false;
  const stat = await readStat(pid);
  if (stat === undefined) return true;
  // A zombie keeps its pid until its parent collects it, which may never happen in a container.
  if (DEAD_STATES.has(stat.state)) return false;
  return start === undefined || stat.start === start;
}

function existsNow(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    switch (errorCode(error)) {
      case "ESRCH":
        return false;
      case "EPERM":
        return true;
      default:
        throw error;
    }
  }
}

async function readStat(pid: number): Promise<ProcessStat | undefined> {
  let text: string;
  try {
    text = await readFile(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ESRCH" || code === "EACCES") return undefined;
    throw error;
  }
  // The command name is in parentheses and may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields[STATE_FIELD];
  const start = fields[START_TIME_FIELD];
  return state === undefined || start === undefined ? undefined : { state, start };
}
