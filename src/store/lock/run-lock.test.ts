import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../kernel/hash.ts";
import { decodeJson } from "../artefact-files.ts";
import { processStart } from "./process-liveness.ts";
import { acquireLock } from "./run-lock.ts";

const LOCK_MODULE = new URL("./run-lock.ts", import.meta.url).href;
const AT = "2026-01-01T00:00:00.000Z";

async function runFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "ib-lock-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** Another process that tries for the lock, says `held` or the error's code, and lives until it is told. */
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

test.runIf(process.platform === "linux")(
  "a later process with the dead holder's pid does not hold its lock",
  async () => {
    const directory = await runFolder();
    const start = await processStart(process.pid);
    expect(start).toMatch(/^\d+$/);
    const record = { pid: process.pid, host: hostname(), started_at: AT, process_start: `${start}0` };
    await writeFile(join(directory, "lock"), JSON.stringify(record));
    const lock = await acquireLock(directory);
    await lock.release();
  },
);

test("a lock of another host is refused, with the hint to delete the file", async () => {
  const directory = await runFolder();
  const record = { pid: 4_000_000, host: `not-${hostname()}`, started_at: AT };
  await writeFile(join(directory, "lock"), JSON.stringify(record));
  await expect(acquireLock(directory)).rejects.toMatchObject({
    code: "IB_RUN_LOCKED",
    hint: expect.stringContaining("delete the file"),
  });
});

test.for(["", "{", '{"pid":-1}'])("a lock that names nobody is refused: %j", async (text) => {
  const directory = await runFolder();
  await writeFile(join(directory, "lock"), text);
  await expect(acquireLock(directory)).rejects.toMatchObject({ code: "IB_RUN_LOCKED" });
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
