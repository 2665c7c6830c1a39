/** The database connection that workers share. If the database is away, work waits and then continues. */

import { isIP } from "node:net";
import type { Pool, PoolClient } from "pg";
import { hideCredentials } from "../kernel/address.ts";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/errors.ts";
import { fleetErrors } from "./errors.ts";

export type SqlRow = Readonly<Record<string, unknown>>;
export type Sql = (text: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>;

/**
 * Database operations that survive broken connections. After a break each is repeated, even if it may already have been
 * done, so callers use only operations that are safe to repeat.
 */
export interface Database {
  readonly query: Sql;
  /** All or nothing; resolves when it is on the server's disk. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Runs one statement, or several in one text without values, and returns the driver's result. For queue libraries.
   */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: SqlRow[] }>;
  /** Cancels waiting operations and closes the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly clock: Pick<Clock, "sleep">;
  /** Called once when the database goes away, and once when it is back. */
  readonly onOutage?: (message: string) => void;
  /** @default 4 */
  readonly connections?: number;
}

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;
/** A server that stops answering is given up after this time. */
const ANSWER_WITHIN_MS = 30_000;
const CONNECT_WITHIN_MS = 5000;

const PG = "8.23.0";

/** Resolves when the database has answered once. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, clock, onOutage = () => {}, connections = 4 } = options;
  assertSafeAddress(url);
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw fleetErrors.IB_QUEUE_PACKAGE_MISSING("pg", PG, { cause: error });
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: "invisiblebench",
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  });
  // An idle connection broke: the next query notices.
  pool.on("error", () => {});
  // Listens for a connection that breaks before its borrower can listen.
  pool.on("connect", (client) => client.on("error", () => {}));
  const database = createDatabase(pool, clock, onOutage);
  try {
    await pool.query("select 1");
  } catch (error) {
    await database.close();
    throw isAway(error) ? fleetErrors.IB_QUEUE_UNREACHABLE(describe(error)) : refusalOf(error);
  }
  return database;
}

function createDatabase(
  pool: Pool,
  clock: Pick<Clock, "sleep">,
  onOutage: (message: string) => void,
): Database {
  const closing = new AbortController();
  let isOut = false;
  const noteOutage = (error: unknown) => {
    if (!isOut) onOutage(`The queue's database is away (${describe(error)}): work waits until it is back.`);
    isOut = true;
  };
  const noteReturn = () => {
    if (isOut) onOutage("The queue's database is back.");
    isOut = false;
  };
  const patiently = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    // One broken connection is not an outage: the next may still reach the database.
    for (
      let tries = 1, waitMs = FIRST_WAIT_MS;
      ;
      tries += 1, waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    ) {
      closing.signal.throwIfAborted();
      try {
        const result = await attempt();
        noteReturn();
        return result;
      } catch (error) {
        const isConflict = CONFLICT.has(codeOf(error));
        if (!isConflict && !isAway(error)) throw refusalOf(error);
        if (!isConflict && tries > 1) noteOutage(error);
        await clock.sleep(waitMs, closing.signal);
      }
    }
  };
  const execute: Database["execute"] = (text, values) =>
    patiently(() => (values === undefined ? pool.query(text) : pool.query(text, [...values])));
  return {
    execute,
    query: async (text, values = []) => (await execute(text, values)).rows,
    transaction: (work) => patiently(() => transact(pool, work)),
    async close() {
      closing.abort(new Error("the connection to the queue's database was closed"));
      await pool.end();
    },
  };
}

async function transact<Result>(pool: Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client: PoolClient = await pool.connect();
  let failure: Error | undefined;
  const noteBreak = (error: Error) => {
    failure ??= error;
  };
  // A borrowed connection has no other error listener.
  client.on("error", noteBreak);
  try {
    await client.query("begin");
    const result = await work(async (text, values = []) => (await client.query(text, [...values])).rows);
    await client.query("commit");
    return result;
  } catch (error) {
    noteBreak(error instanceof Error ? error : new Error(String(error)));
    throw error;
  } finally {
    client.off("error", noteBreak);
    // Discard a connection in an unknown state; the server rolls back its open transaction.
    client.release(failure);
  }
}

/**
 * Requires an encrypted connection to a verified server on other machines: it carries a password and people's words.
 */
function assertSafeAddress(url: string): void {
  const example = "postgresql://user:password@db.example/invisiblebench?sslmode=verify-full";
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw fleetErrors.IB_BAD_QUEUE_ADDRESS("is not one of PostgreSQL", `It has the form ${example}`);
  }
  const { hostname, searchParams } = new URL(url);
  const hosts = [searchParams.get("host") ?? decodeURIComponent(hostname)].flatMap((host) => host.split(","));
  const isHere = hosts.every((host) => /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/.test(host));
  const mode = searchParams.get("sslmode");
  // The driver verifies only host names. For an IP address it would accept a certificate for "localhost".
  if (!isHere && hosts.some((host) => isIP(host.replaceAll(/[[\]]/g, "")) !== 0))
    throw fleetErrors.IB_BAD_QUEUE_ADDRESS(
      "is on another machine and named by a number, which no certificate is checked against",
      "Use the name that the server's certificate is for.",
    );
  if (isHere ? mode === null || mode === "disable" || mode === "verify-full" : mode === "verify-full") return;
  throw fleetErrors.IB_BAD_QUEUE_ADDRESS(
    isHere
      ? `asks for sslmode=${mode}, which does not check who answers`
      : "is on another machine, and does not ask for a verified connection",
    "Add sslmode=verify-full to it, and sslrootcert=FILE where the certificate is of your own authority.",
  );
}

/** Returns the database's location without credentials. */
export function placeOfDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? (host || "localhost")}${pathname}`;
}

const CONFLICT = new Set(["40001", "40P01"]);
const AWAY =
  /^(08...|57P0[1-3]|53[34]00|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// Messages of the driver for errors without a code.
const AWAY_WORDS =
  /^(Connection terminated|Connection ended|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return AWAY.test(code);
  // Several addresses of one host failed, each with its own error.
  if (error instanceof AggregateError) return error.errors.every(isAway);
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

/**
 * Turns errors that a person must fix (password, database, rights, certificate) into refusals. Other errors stay
 * unchanged.
 */
function refusalOf(error: unknown): unknown {
  const isRefusal = /^(28...|3D000|42501|UNABLE_TO_\w+|CERT_\w+|\w*SELF_SIGNED\w*|ERR_TLS_\w+)$/.test(
    codeOf(error),
  );
  return isRefusal ? fleetErrors.IB_QUEUE_REFUSED(describe(error)) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function describe(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return hideCredentials(messageOf(first));
}
