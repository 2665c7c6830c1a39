/** A PostgreSQL server for one test, in a temporary folder and on a socket there, so nothing else can reach it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { migrateTables } from "./tables.ts";

const run = promisify(execFile);

export interface TestCluster {
  readonly url: string;
  open(options?: Partial<DatabaseOptions>): Promise<Database>;
  /** Kills the server and its processes with -9, as in a power loss that leaves the disk intact. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Adds a role that logs in with its password only. Returns the address with it. */
  addRole(role: string, password: string): Promise<string>;
  remove(): Promise<void>;
}

/** A database that loses every answer once, so that each operation is done twice, as when connections break. */
export function stammering(database: Database): Database {
  const twice = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    await ask();
    return ask();
  };
  return {
    ...database,
    query: (text, values) => twice(() => database.query(text, values)),
    transaction: (work) => twice(() => database.transaction(work)),
  };
}

/** Finds PostgreSQL's programs, the newest if there are several. */
function findPrograms(): string | undefined {
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "initdb"));
  const ofDebian = globSync("/usr/lib/postgresql/*/bin/initdb").toSorted().toReversed();
  const found = [...ofDebian, ...onPath].find((path) => existsSync(path));
  return found === undefined ? undefined : dirname(found);
}

/** Returns why no cluster can start here; `undefined` if one can. */
export const whyNoPostgres: string | undefined =
  process.platform === "win32"
    ? "no private PostgreSQL on Windows"
    : findPrograms() === undefined
      ? "PostgreSQL is not installed (Debian: apt install postgresql)"
      : undefined;

/** Tests that need PostgreSQL. Without it they are skipped, with the reason in their name. */
export function describeOnPostgres(name: string, tests: () => void): void {
  describe.skipIf(whyNoPostgres !== undefined)(
    whyNoPostgres === undefined ? name : `${name}: ${whyNoPostgres}`,
    tests,
  );
}

/** Creates a cluster and a database for one block's tests, with our tables in the given version. */
export function useDatabase(
  take: (made: { readonly cluster: TestCluster; readonly database: Database }) => void,
  { connections, version }: { readonly connections?: number; readonly version?: number } = {},
): void {
  let made: { readonly cluster: TestCluster; readonly database: Database } | undefined;
  beforeAll(async () => {
    const cluster = await startTestCluster();
    const database = await cluster.open(connections === undefined ? {} : { connections });
    made = { cluster, database };
    await migrateTables(database, version);
    take(made);
  });
  afterAll(async () => {
    await made?.database.close();
    await made?.cluster.remove();
  });
}

export async function startTestCluster(): Promise<TestCluster> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error(whyNoPostgres);
  const folder = await mkdtemp(join(tmpdir(), "ib-postgres-"));
  const data = join(folder, "data");
  const [command, ...before] = await asServersUser(folder);
  const call = (program: string, ...args: readonly string[]): [string, string[]] =>
    command === undefined
      ? [join(programs, program), [...args]]
      : [command, [...before, join(programs, program), ...args]];
  await run(
    ...call(
      "initdb",
      "--pgdata",
      data,
      "--username",
      "ib",
      "--auth",
      "trust",
      "--no-sync",
      "--encoding",
      "UTF8",
      "--locale",
      "C",
    ),
  );

  let server: ChildProcess | undefined;
  const url = `postgresql:///postgres?host=${folder}&user=ib`;
  const open: TestCluster["open"] = (options) => openDatabase({ url, clock: systemClock, ...options });
  const start = async () => {
    // The kernel's pages keep what a killed server wrote, so waiting for the disk would prove nothing more.
    const settings = [
      "listen_addresses=",
      `unix_socket_directories=${folder}`,
      "max_connections=60",
      "fsync=off",
    ];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    const [program, given] = call("postgres", ...args);
    for (let isUp = false, tries = 0; !isUp; tries++) {
      // After a kill, the old server's processes may still be ending, and the new server then refuses to start.
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
        if (tries > 500) throw new Error(`postgres does not start, and ended with ${server?.exitCode}`);
        server = spawn(program, given, { stdio: "ignore" });
      }
      await delay(20);
      isUp = await open().then(
        (database) => database.close().then(() => true),
        () => false,
      );
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server?.once("exit", resolve));
    const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").catch(
      () => "",
    );
    server.kill(signal);
    await ended;
    if (signal === "SIGKILL") for (const pid of children.match(/\d+/g) ?? []) killQuietly(Number(pid));
  };
  await start();
  return {
    url,
    open,
    start,
    kill: () => end("SIGKILL"),
    async addRole(role, password) {
      const database = await open();
      await database.query(
        `create role ${role} superuser login password '${password.replaceAll("'", "''")}'`,
      );
      const rules = join(data, "pg_hba.conf");
      await writeFile(rules, `local all ${role} scram-sha-256\n${await readFile(rules, "utf8")}`);
      await database.query("select pg_reload_conf()");
      await database.close();
      const address = (word: string) =>
        `postgresql://${role}:${encodeURIComponent(word)}@localhost/postgres?host=${folder}`;
      // The server has read its rules when it refuses what they forbid.
      const isRefused = () =>
        open({ url: address("not the password") }).then(
          (opened) => opened.close().then(() => false),
          () => true,
        );
      while (!(await isRefused())) await delay(20);
      return address(password);
    },
    async remove() {
      // Immediate shutdown: connections left open by a test are not awaited.
      await end("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It noticed that its parent was gone, and ended first.
  }
}

/** PostgreSQL refuses to run as root, so another user runs it. Its processes end with this one. */
async function asServersUser(folder: string): Promise<readonly string[]> {
  const hasSetpriv = existsSync("/usr/bin/setpriv");
  if (process.getuid?.() !== 0) return hasSetpriv ? ["setpriv", "--pdeathsig", "KILL"] : [];
  const user = (await idOf("postgres")) ?? (await idOf("nobody"));
  if (user === undefined || !hasSetpriv)
    throw new Error("as root, tests with PostgreSQL need setpriv and another user");
  await chown(folder, user, user);
  return ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--pdeathsig", "KILL"];
}

async function idOf(user: string): Promise<number | undefined> {
  return run("id", ["-u", user]).then(
    ({ stdout }) => Number(stdout),
    () => undefined,
  );
}
