import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256 } from "../../kernel/hash.ts";
import { decodeJson } from "../artefact-files.ts";
import { describeThisProcess, processIdentity } from "./lock-holder.ts";
import { processStart } from "./process-liveness.ts";
import { acquireLock, isHeld } from "./run-lock.ts";

const LOCK_MODULE = new URL("./run-lock.ts", import.meta.url).href;
/** Higher than any pid of a real system. */
const DEAD_PID = 4_194_305;
const AT = "2026-01-01T00:00:00.000Z";

async function runFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-lock-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** Starts another process that tries for the lock, prints `held` or the error's code, and lives until it is told to end. */
function startTaker(directory: string): ChildProcess {
  const script = `
    const { acquireLock } = await import(${JSON.stringify(LOCK_MODULE)});
    process.stdin.once("data", async () => {
      const said = await acquireLock(${JSON.stringify(directory)}).then(() => "held", (error) => error.code ?? error.stack);
      process.stdout.write(said + "\\n");
      process.stdin.once("data", () => process.exit(0));
    });
    process.stdout.write("ready\\n");
  `;
  const taker = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => {
    taker.kill("SIGKILL");
  });
  return taker;
}

async function hear(taker: ChildProcess): Promise<string> {
  if (taker.stdout === null) throw new Error("the taker has no stdout");
  const [said] = await once(taker.stdout, "data");
  return String(said).trim();
}

async function takeInAnotherProcess(directory: string): Promise<ChildProcess> {
  const taker = startTaker(directory);
  expect(await hear(taker)).toBe("ready");
  taker.stdin?.write("go\n");
  expect(await hear(taker)).toBe("held");
  return taker;
}

async function kill(taker: ChildProcess): Promise<void> {
  const gone = once(taker, "exit");
  taker.kill("SIGKILL");
  await gone;
}

test("a lock says who holds it, and is gone after its release", async () => {
  const directory = await runFolder();
  const lock = await acquireLock(directory);
  const path = join(directory, "lock");
  const record = decodeJson(await readFile(path), { path });
  expect(record).toMatchObject({ pid: process.pid, host: hostname() });
  await lock.release();
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

test("one process cannot hold a lock twice", async () => {
  const directory = await runFolder();
  await acquireLock(directory);
  await expect(acquireLock(directory)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
});

test("a living holder keeps its lock, and the error names its pid and file", async () => {
  const directory = await runFolder();
  const holder = await takeInAnotherProcess(directory);
  await expect(acquireLock(directory)).rejects.toMatchObject({
    code: "IB_RUN_LOCKED",
    exitCode: 1,
    message: expect.stringMatching(new RegExp(`pid ${holder.pid}\\b.*${join(directory, "lock")}`)),
  });
});

test("a killed holder's lock is taken over", async () => {
  const directory = await runFolder();
  await kill(await takeInAnotherProcess(directory));
  const lock = await acquireLock(directory);
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

test("of eight takers of a dead lock exactly one wins", async () => {
  for (let round = 0; round < 3; round += 1) {
    const directory = await runFolder();
    await kill(await takeInAnotherProcess(directory));
    const takers = Array.from({ length: 8 }, () => startTaker(directory));
    for (const said of await Promise.all(takers.map(hear))) expect(said).toBe("ready");
    const answers = Promise.all(takers.map(hear));
    for (const taker of takers) taker.stdin?.write("go\n");
    expect((await answers).sort()).toEqual([...Array(7).fill("IB_RUN_LOCKED"), "held"]);
    expect(await readdir(directory)).toEqual(["lock"]);
    await Promise.all(takers.map(kill));
  }
});

test("takers that were killed within their takeover do not block the next", async () => {
  const directory = await runFolder();
  await kill(await takeInAnotherProcess(directory));
  const dead = await readFile(join(directory, "lock"), "utf8");
  const deadClaimant = dead.replace(/"started_at":"[^"]*"/, '"started_at":"2026-01-01T00:00:01Z"');
  const deadTwice = dead.replace(/"started_at":"[^"]*"/, '"started_at":"2026-01-01T00:00:02Z"');
  await writeFile(join(directory, `lock.${sha256(dead)}`), deadClaimant);
  await writeFile(join(directory, `lock.${sha256(deadClaimant)}`), deadTwice);
  const lock = await acquireLock(directory);
  expect(await readdir(directory)).toEqual(["lock"]);
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

/** Writes a lock as this process would, with some fields changed. */
async function foreignLock(directory: string, change: object): Promise<void> {
  const record = JSON.parse(await describeThisProcess(AT, 3)) as object; // written a line above
  await writeFile(join(directory, "lock"), JSON.stringify({ ...record, ...change }));
}

test.runIf(process.platform === "linux")(
  "a later process with the dead holder's pid does not hold its lock",
  async () => {
    const directory = await runFolder();
    const start = await processStart(process.pid);
    expect(start).toMatch(/^\d+$/);
    await foreignLock(directory, { process_start: `${start}0` });
    const lock = await acquireLock(directory);
    expect(lock.fence).toBe(4);
    await lock.release();
  },
);

test("a lock from another container is refused, also with a pid that is this one's, and says what to do", async () => {
  const directory = await runFolder();
  const place = { ...(await processIdentity()), namespace: "pid:[1]" };
  for (const pid of [process.pid, DEAD_PID]) {
    await foreignLock(directory, { pid, place });
    await expect(acquireLock(directory)).rejects.toMatchObject({
      code: "IB_RUN_LOCKED",
      message: expect.stringMatching(/in another container of this machine, .*last sign of life 0 s ago/),
      hint: expect.stringContaining("`takeOver`"),
    });
  }
});

test("a lock of an older version is not taken over by itself, though its pid is gone", async () => {
  const directory = await runFolder();
  const path = join(directory, "lock");
  await writeFile(path, JSON.stringify({ pid: DEAD_PID, host: hostname(), started_at: AT }));
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path, twoHoursAgo, twoHoursAgo);
  await expect(acquireLock(directory)).rejects.toMatchObject({
    code: "IB_RUN_LOCKED",
    message: expect.stringContaining("last sign of life 2 hours ago"),
  });
  const notices: string[] = [];
  const lock = await acquireLock(directory, { takeOver: true, onNotice: (said) => notices.push(said) });
  expect(lock.fence).toBe(1);
  expect(notices).toEqual([expect.not.stringContaining("looked alive")]);
  await lock.release();
});

test("who takes a lock over is told that its holder looked alive; the old holder is told who has it", async () => {
  const directory = await runFolder();
  const old = await acquireLock(directory);
  await old.assertHeld();
  const place = { ...(await processIdentity()), namespace: "pid:[1]" };
  await foreignLock(directory, { place, fence: 1 });
  const notices: string[] = [];
  const lock = await acquireLock(directory, { takeOver: true, onNotice: (said) => notices.push(said) });
  expect(lock.fence).toBe(2);
  expect(notices).toEqual([expect.stringContaining("It looked alive")]);
  await expect(old.assertHeld()).rejects.toMatchObject({
    code: "IB_LOCK_LOST",
    message: expect.stringContaining(`pid ${process.pid}`),
  });
  await old.release();
  await lock.assertHeld();
  await lock.release();
  await expect(lock.assertHeld()).rejects.toMatchObject({
    code: "IB_LOCK_LOST",
    message: expect.stringContaining("the lock file is gone"),
  });
});

test("what works in this process is not taken over from within", async () => {
  const directory = await runFolder();
  const lock = await acquireLock(directory);
  await expect(acquireLock(directory, { takeOver: true })).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
  await lock.release();
});

test("of two that take over from the same holder each has a number of its own", async () => {
  const directory = await runFolder();
  const place = { ...(await processIdentity()), namespace: "pid:[1]" };
  await foreignLock(directory, { place });
  const old = await readFile(join(directory, "lock"), "utf8");
  // Another process in a third place claimed the lock and has been stopped since.
  const claim = JSON.stringify({ ...(JSON.parse(old) as object), pid: DEAD_PID, fence: 4 }); // as it would write it
  await writeFile(join(directory, `lock.${sha256(old)}`), claim);
  const lock = await acquireLock(directory, { takeOver: true });
  expect(lock.fence).toBe(5);
  await lock.release();
});

test.for(["", "{", '{"pid":-1}'])("a lock that names nobody is refused: %j", async (text) => {
  const directory = await runFolder();
  await writeFile(join(directory, "lock"), text);
  await expect(acquireLock(directory)).rejects.toMatchObject({
    code: "IB_RUN_LOCKED",
    hint: expect.stringContaining("`takeOver`"),
  });
  const lock = await acquireLock(directory, { takeOver: true });
  await lock.release();
});

test("a holder's heart beats on its own lock alone, and stops with it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const directory = await runFolder();
  const path = join(directory, "lock");
  const longAgo = new Date(0);
  const lock = await acquireLock(directory);
  const isHeard = async () => (await stat(path)).mtimeMs > 0;
  await utimes(path, longAgo, longAgo);
  vi.advanceTimersByTime(5_000);
  await expect.poll(isHeard).toBe(true);
  await foreignLock(directory, {});
  await utimes(path, longAgo, longAgo);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  expect(await isHeard()).toBe(false);
  await lock.release();
});

test("a run is held by one who is seen, or whose heart beats", async () => {
  const directory = await runFolder();
  const path = join(directory, "lock");
  expect(await isHeld(directory)).toBe(false);
  const lock = await acquireLock(directory);
  expect(await isHeld(directory)).toBe(true);
  await lock.release();
  await foreignLock(directory, { place: { ...(await processIdentity()), namespace: "pid:[1]" } });
  expect(await isHeld(directory)).toBe(true);
  await utimes(path, new Date(0), new Date(0));
  expect(await isHeld(directory)).toBe(false);
});

test("a release leaves a lock alone that is someone else's", async () => {
  const directory = await runFolder();
  const lock = await acquireLock(directory);
  await writeFile(join(directory, "lock"), "theirs");
  await lock.release();
  expect(await readFile(join(directory, "lock"), "utf8")).toBe("theirs");
});

test("a folder that cannot be written is named", async () => {
  const directory = await runFolder();
  const file = join(directory, "a-file");
  await writeFile(file, "");
  await expect(acquireLock(file)).rejects.toMatchObject({
    code: "IB_CANNOT_WRITE",
    message: expect.stringContaining(file),
  });
});
