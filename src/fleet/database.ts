/** The connection to the database that workers share. It outlasts the database: work waits while that is away, and goes on. */

import { isIP } from "node:net";
import type { Pool, PoolClient } from "pg";
import { hideCredentials } from "../kernel/address.ts";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/errors.ts";
import { fleetErrors } from "./errors.ts";

export type SqlRow = Readonly<Record<string, unknown>>;
export type Sql = (text: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>;

/**
 * Everything here is tried again when the connection breaks, also where nobody knows whether it had been done. So only
 * what may be done twice is asked of it.
 */
export interface Database {
  readonly query: Sql;
  /** All of it or nothing, safe on the server's disk when it resolves. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** A statement, or without values several in one text, answered as the driver does. For libraries of queues. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: SqlRow[] }>;
  /** Ends what waits, and the connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly clock: Pick<Clock, "sleep">;
  /** Is told once when the database goes away, and once when it is back. */
  readonly onOutage?: (message: string) => void;
  /** @default 4 */
  readonly connections?: number;
}

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;
/** A server that vanished without a word is given up on after this. */
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
  // A connection that breaks while nobody uses it: whoever asks next notices.
  pool.on("error", () => {});
  // One that breaks in the same breath in which it is lent out, before whoever borrowed it can listen.
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
    // A connection that broke is no outage yet: the next one may find the database where it was.
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
  // While a connection is lent out, nobody else listens for its end.
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
    // A connection in an unknown state is not used again; the server rolls back what it had begun.
    client.release(failure);
  }
}

/** A password and people's words go over this connection: to another machine only encrypted, and to the right one. */
function assertSafeAddress(url: string): void {
  const example = "postgresql://user:password@db.example/invisiblebench?sslmode=verify-full";
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw fleetErrors.IB_BAD_QUEUE_ADDRESS("is not one of PostgreSQL", `It has the form ${example}`);
  }
  const { hostname, searchParams } = new URL(url);
  const hosts = [searchParams.get("host") ?? decodeURIComponent(hostname)].flatMap((host) => host.split(","));
  const isHere = hosts.every((host) => /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/.test(host));
  const mode = searchParams.get("sslmode");
  // The driver hands on only names to be checked; for a number it would be content with a certificate of "localhost".
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

/** Which database an address leads to, without whatever lets somebody in. */
export function placeOfDatabase(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? (host || "localhost")}${pathname}`;
}

const CONFLICT = new Set(["40001", "40P01"]);
const AWAY =
  /^(08...|57P0[1-3]|53[34]00|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// What the driver says where it gives no code.
const AWAY_WORDS =
  /^(Connection terminated|Connection ended|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return AWAY.test(code);
  // Several addresses of one host were tried, and each has its own error.
  if (error instanceof AggregateError) return error.errors.every(isAway);
  return error instanceof Error && AWAY_WORDS.test(error.message);
}

/** Password, database, rights, certificate: a person's to mend. Everything else stays what it is. */
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
