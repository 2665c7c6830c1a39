/** Identifies a lock's holder and judges from here whether it still works. */
import { randomBytes } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import * as z from "zod";
import { sha256 } from "../../kernel/hash.ts";
import { decodeJson, parseArtefact } from "../artefact-files.ts";
import { ArtefactError, type LockHolder } from "../errors.ts";
import { errorCode } from "../file-system.ts";
import { processStart } from "./process-liveness.ts";

/** A pid identifies one process within one place; between two places it says nothing. */
const Place = z.strictObject({
  machine: z.string().min(1),
  boot: z.string().min(1),
  namespace: z.string().min(1),
});
export type Place = z.infer<typeof Place>;

/** The content of a `lock` file: which process works on the run. */
const LockRecord = z.strictObject({
  pid: z.int().min(1),
  host: z.string(),
  started_at: z.iso.datetime(),
  process_start: z
    .string()
    .optional()
    .meta({ description: "Tells the process from a later one with its pid." }),
  token: z.string().optional().meta({ description: "Chance, so that no two locks are alike." }),
  place: Place.optional().meta({
    description: "Absent in a lock of an older version, and where the system does not tell.",
  }),
  fence: z.int().min(1).optional().meta({
    description:
      "1, or one more than that of the lock it took over; absent in a lock of an older version, which has none.",
  }),
});
export type LockRecord = z.infer<typeof LockRecord>;

/** State of a lock's holder, as seen from the asking process. */
export type Standing =
  | "dead"
  | "alive"
  | "this process"
  | "another namespace"
  | "another boot"
  | "another machine"
  | "not told"
  | "unreadable";

/**
 * Compares two places. A missing pid proves a death only within one place. Two containers of one machine share the boot
 * and differ in the namespace. A cloned machine and a rebooted one both share the machine id and differ in the boot, so
 * they look alike here. If either side does not know its place, nothing is proved.
 */
export function lockOwner(
  holder: Pick<LockRecord, "pid" | "place"> | null,
  me: { readonly pid: number; readonly place: Place | undefined },
  isRunningHere: boolean,
): Standing {
  if (holder === null) return "unreadable";
  const [theirs, mine] = [holder.place, me.place];
  if (theirs === undefined || mine === undefined) return "not told";
  if (theirs.machine !== mine.machine) return "another machine";
  if (theirs.boot !== mine.boot) return "another boot";
  if (theirs.namespace !== mine.namespace) return "another namespace";
  if (!isRunningHere) return "dead";
  return holder.pid === me.pid ? "this process" : "alive";
}

/** Whether a lock may pass on. @param takeOver a person confirms that the holder no longer works */
export function mayTake(standing: Standing, takeOver: boolean): boolean {
  // Work in this same process is stopped by the code that started it, not by taking its lock.
  return standing === "dead" || (takeOver && standing !== "this process");
}

const HOLDERS: Readonly<Record<Exclude<Standing, "dead">, LockHolder>> = {
  alive: "alive",
  "this process": "alive",
  "another namespace": "elsewhere",
  "another boot": "elsewhere",
  "another machine": "elsewhere",
  "not told": "elsewhere",
  unreadable: "unknown",
};

/** The kind of holder, which selects the advice in the error. */
export function holderKind(standing: Exclude<Standing, "dead">): LockHolder {
  return HOLDERS[standing];
}

const WHERE: Readonly<Record<Standing, string>> = {
  dead: "",
  alive: "",
  "this process": "",
  "another namespace": ", in another container of this machine",
  "another boot": ", on this machine before it was last started, or on a copy of it",
  "another machine": ", on another machine",
  "not told": ", in a place that cannot be told from here",
  unreadable: "",
};

/** A heartbeat counts as alive for this long. */
const ALIVE_WITHIN_MS = 60_000;

export function looksAlive(silentMs: number): boolean {
  return silentMs < ALIVE_WITHIN_MS;
}

/** Describes the holder for a person: name, place, and time of its last heartbeat. */
export function describeHolder(holder: LockRecord | null, standing: Standing, silentMs: number): string {
  const heard = `last sign of life ${formatAgo(silentMs)}`;
  if (holder === null) return `a process that the lock file does not name, ${heard}`;
  const { pid, host, started_at } = holder;
  if (standing === "this process") return `this very process, pid ${pid}, since ${started_at}`;
  if (standing === "alive") return `another process, pid ${pid}, since ${started_at}, ${heard}`;
  return `process ${pid} on "${host}"${WHERE[standing]}, since ${started_at}, ${heard}`;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

function formatAgo(ms: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  // Clocks of two machines may differ slightly, so negative ages are shown as 0.
  return `${Math.max(0, Math.floor(ms / 1000))} s ago`;
}

/** `null` if the text names no holder. */
export function parseLock(path: string, text: string): LockRecord | null {
  try {
    return parseArtefact(decodeJson(text, { path }), LockRecord, 0, { path });
  } catch (error) {
    if (error instanceof ArtefactError) return null;
    throw error;
  }
}

/** The lock text of this process. */
export async function describeThisProcess(startedAt: string, fence: number): Promise<string> {
  const [start, place] = [await processStart(process.pid), await processIdentity()];
  const record: LockRecord = {
    pid: process.pid,
    host: hostname(),
    started_at: startedAt,
    ...(start === undefined ? {} : { process_start: start }),
    token: randomBytes(8).toString("hex"),
    ...(place === undefined ? {} : { place }),
    fence,
  };
  return `${JSON.stringify(record)}\n`;
}

/** The place of this process; undefined if the system reports too little for a pid to prove anything. */
export async function processIdentity(): Promise<Place | undefined> {
  if (process.platform !== "linux") {
    const addresses = hardwareAddresses();
    if (addresses.length === 0) return undefined;
    // macOS and Windows have no pid namespaces. After a reboot an old pid is gone or looks alive, which is safe.
    const machine = anonymous([hostname(), ...addresses].join(" "));
    return { machine, boot: "any", namespace: process.platform };
  }
  const [self, boot, namespace, machineId] = await Promise.all([
    orUndefined(readlink("/proc/self")),
    orUndefined(readFile("/proc/sys/kernel/random/boot_id", "utf8")),
    orUndefined(readlink("/proc/self/ns/pid")),
    orUndefined(readFile("/etc/machine-id", "utf8")),
  ]);
  // A /proc of another namespace has other pids, and would report a living process as dead.
  if (self !== String(process.pid) || !boot?.trim() || !namespace) return undefined;
  return { machine: anonymous(machineId?.trim() || hostname()), boot: boot.trim(), namespace };
}

function hardwareAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const own = all.filter(({ internal, mac }) => !internal && mac !== "00:00:00:00:00:00");
  return [...new Set(own.map(({ mac }) => mac))].toSorted();
}

/** Hashes a machine's id, because a run's folder may be shared. */
function anonymous(id: string): string {
  return sha256(`invisiblebench: who holds a lock: ${id}`).slice(0, 16);
}

const NOT_TOLD: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "EPERM", "ENOTDIR", "EINVAL"]);

async function orUndefined(reading: Promise<string>): Promise<string | undefined> {
  return reading.catch((error: unknown) => {
    if (NOT_TOLD.has(errorCode(error) ?? "")) return undefined;
    throw error;
  });
}
