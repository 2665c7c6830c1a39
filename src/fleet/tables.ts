/** The tables that workers share, beside pg-boss's own: runs and scans, workers, calls and their holders, and money. */
import type { Database, Sql } from "./database.ts";
import { fleetErrors } from "./errors.ts";
import { migratePgBoss } from "./pg-boss-queue.ts";

/**
 * Migrations in order; each raises the tables by one version. A released one never changes. Amounts are whole
 * nano-dollars, times are the server's.
 */
const MIGRATIONS: readonly string[] = [
  `
  create table ib.run (
    run          text primary key,
    state        text not null default 'open' check (state in ('open', 'cancelled', 'done')),
    fingerprints jsonb not null,
    tool_version text not null,
    node_major   integer not null,
    created      timestamptz not null default clock_timestamp()
  );

  -- Alive while seen is fresh and dead is empty. Once dead, always dead: whoever comes back comes under another name.
  create table ib.worker (
    id         text primary key,
    seen       timestamptz not null default clock_timestamp(),
    dead_after interval not null,
    dead       timestamptz
  );

  -- One row for each time a call is to be made. Whoever is its worker, while alive, may send it; nobody else.
  create table ib.call (
    run        text not null references ib.run,
    unit       text not null,
    making     integer not null,
    worker     text,
    claim      uuid not null,
    lines      text[] not null,
    outcome    text,
    taken_over integer not null default 0,
    late       integer not null default 0,
    home       integer not null default 0,
    changed    timestamptz not null default clock_timestamp(),
    primary key (run, unit, making),
    check (home between 0 and cardinality(lines))
  );
  create index call_not_home on ib.call (run) where home < cardinality(lines);

  -- What was admitted never exceeds the ceiling. What nobody had reserved, such as a bill above its reservation or what
  -- earlier legs have cost, is in unreserved and counts against what may still be reserved.
  create table ib.ledger (
    run        text primary key references ib.run,
    ceiling    bigint,
    spent      bigint not null default 0 check (spent >= 0),
    reserved   bigint not null default 0 check (reserved >= 0),
    under_way  integer not null default 0 check (under_way >= 0),
    unreserved bigint not null default 0 check (unreserved >= 0),
    carried    jsonb not null default '{}',
    over       boolean not null default false,
    check (spent + reserved <= ceiling)
  );

  -- What of it is reserved by whom, and the last of its turns that was booked.
  create table ib.ledger_share (
    run       text not null references ib.ledger,
    worker    text not null,
    reserved  bigint not null default 0 check (reserved >= 0),
    under_way integer not null default 0 check (under_way >= 0),
    turn      integer not null default 0,
    admitted  integer not null default 0,
    primary key (run, worker)
  );
  `,
  // The plan that the run's workers compute again. `json` keeps the text's key order, unlike `jsonb`.
  "alter table ib.run add column plan json",
  `
  -- What those who work for one account at a provider tell each other. Its name tells a key from another, and is none.
  create table ib.account (
    account      text primary key,
    opens_at     timestamptz,
    refused_sent timestamptz,
    requests     double precision not null default 0,
    tokens       double precision not null default 0,
    filled       timestamptz
  );
  alter table ib.worker add column accounts text[] not null default '{}';
  `,
  `
  -- Work is a run or a scan; what it is about are runs.
  alter table ib.run add column kind text not null default 'run' check (kind in ('run', 'scan'));
  alter table ib.run add column runs text[] not null default '{}';
  alter table ib.run add column legs integer not null default 1;
  update ib.run set runs = array[run];
  update ib.run set plan = json_build_object('kind', 'run', 'plan', plan) where plan is not null;

  -- What a scan's workers judge, each known by its hash.
  create table ib.transcript (
    run     text not null references ib.run,
    hash    text not null,
    content text not null,
    primary key (run, hash)
  );
  `,
  `
  -- How often work was opened that was not open: whoever took part before does not take part any more.
  alter table ib.run add column opened integer not null default 0;

  -- What a worker cannot do of some work, and why; without a reason it lacks a key.
  create table ib.refusal (
    run    text not null references ib.run,
    worker text not null,
    needs  text not null,
    reason text,
    primary key (run, worker, needs)
  );
  `,
  `
  -- The counting of a log is work too; its tasks are chunks.
  alter table ib.run drop constraint run_kind_check;
  alter table ib.run add constraint run_kind_check check (kind in ('run', 'scan', 'monitor'));
  `,
];

/** The version of the tables that this code uses. */
export const TABLE_VERSION = MIGRATIONS.length;

/**
 * Migrates a database to the tables that this code uses. Repeated or concurrent calls migrate once.
 * @param to an earlier version, to test later migrations from it
 */
export async function migrateTables(database: Database, to = TABLE_VERSION): Promise<void> {
  await database.transaction(async (sql) => {
    // Concurrent migrations run one after the other. The lock's number is arbitrary.
    await sql("select pg_advisory_xact_lock(7469622001)");
    // Uses another connection, but runs under this lock too, because concurrent pg-boss migrations conflict.
    await migratePgBoss(database);
    await sql("create schema if not exists ib");
    await sql("create table if not exists ib.version (version integer not null)");
    const found = (await versionIn(sql)) ?? 0;
    if (found > TABLE_VERSION) throw fleetErrors.IB_QUEUE_TABLES(found, TABLE_VERSION);
    for (const migration of MIGRATIONS.slice(found, to)) {
      for (const statement of statementsOf(migration)) await sql(statement);
    }
    await sql("delete from ib.version");
    await sql("insert into ib.version values ($1)", [Math.max(found, to)]);
  });
}

/** Returns the version of a database's tables; `null` without tables. */
export async function tableVersion(database: Database): Promise<number | null> {
  const [row] = await database.query("select to_regclass('ib.version') is not null as there");
  return row?.["there"] === true ? versionIn(database.query) : null;
}

/** Refuses a database whose tables have another version than this code uses. */
export async function assertTables(database: Database): Promise<void> {
  const found = await tableVersion(database);
  if (found !== TABLE_VERSION) throw fleetErrors.IB_QUEUE_TABLES(found, TABLE_VERSION);
}

async function versionIn(sql: Sql): Promise<number | null> {
  const [row] = await sql("select version from ib.version");
  return row === undefined ? null : Number(row["version"]);
}

/** Splits a migration: a text with parameters holds one statement, and the driver sends each of ours that way. */
function statementsOf(migration: string): readonly string[] {
  return migration
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/**
 * SQL that grants a role the rights of a worker: it owns nothing, changes no tables, and deletes none of our rows.
 * pg-boss deletes and inserts a failed task to move it, so there the role may delete. Grant again after each migration.
 */
export function workerRights(role: string): string {
  const name = `"${role.replaceAll('"', '""')}"`;
  return [
    `grant usage on schema ib, pgboss to ${name};`,
    `grant select on all tables in schema ib to ${name};`,
    `grant insert, update on ib.worker, ib.call, ib.ledger_share, ib.account, ib.refusal to ${name};`,
    `grant update on ib.ledger to ${name};`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${name};`,
    `grant execute on all functions in schema pgboss to ${name};`,
  ].join("\n");
}
