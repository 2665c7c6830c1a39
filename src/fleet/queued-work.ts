/**
 * Work that workers can join (runs, scans and counts of logs), and the fingerprints that a worker must share with it.
 */
import * as z from "zod";
import { ImportFormat, RunPlan } from "../schema/run/run-plan.ts";
import { ScanPlan } from "../schema/scan/scan-plan.ts";
import { RepetitionPolicy } from "../schema/scan/verdict.ts";
import type { Database } from "./database.ts";
import { fleetErrors } from "./errors.ts";
import { IS_ALIVE } from "./worker-presence.ts";

const WorkState = z.enum(["open", "cancelled", "done"]);
export type WorkState = z.infer<typeof WorkState>;

const QueuedWork = z.object({
  /** The run's name. For a scan: its run or runs, plus its own name. For a log: the folder that receives its counts. */
  run: z.string(),
  kind: z.enum(["run", "scan", "monitor"]),
  /** The runs that contain its conversations. */
  runs: z.array(z.string()),
  /** Number of sessions so far. */
  legs: z.int(),
  state: WorkState,
  /** Changes each time the work is queued, or opened again after a stop. */
  stay: z.string(),
  /** Hashes by name, of everything that determines the calls and their cost. */
  fingerprints: z.record(z.string(), z.string()),
  tool_version: z.string(),
  node_major: z.int(),
});
export type QueuedWork = z.infer<typeof QueuedWork>;

/** The plan of the work. */
const QueuedPlan = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), plan: RunPlan }),
  z.strictObject({
    kind: z.literal("scan"),
    plan: ScanPlan,
    /** Votes per question as requested; the plan holds the resulting numbers. */
    repetitions: z.int().optional(),
    votes: RepetitionPolicy.optional(),
  }),
  z.strictObject({
    kind: z.literal("monitor"),
    /**
     * The folder for chunks. It has the same path on all machines, as the log files have. Their content stays out of
     * the database.
     */
    directory: z.string(),
    files: z.array(z.string()),
    from: ImportFormat,
    by: z.string().nullable(),
  }),
]);
export type QueuedPlan = z.infer<typeof QueuedPlan>;

const COLUMNS =
  "run, kind, runs, legs, state, created || ' ' || opened as stay, fingerprints, tool_version, node_major";

/**
 * Queues work, or its next session. Its definition stays as first queued, and is returned. Workers join only after it
 * is opened, unless it already was: workers outlive the process that queued it.
 */
export async function queueWork(
  database: Database,
  work: Omit<QueuedWork, "state" | "stay" | "legs" | "kind" | "runs"> &
    Partial<Pick<QueuedWork, "runs">> & { readonly planned?: QueuedPlan },
): Promise<QueuedWork> {
  const { run, runs = [run], planned } = work;
  const [row] = await database.query(
    `insert into ib.run as r (run, kind, runs, legs, state, fingerprints, tool_version, node_major, plan)
     values ($1, $2, $3, 1, 'cancelled', $4, $5, $6, $7)
     on conflict (run) do update set legs = r.legs + 1 returning ${COLUMNS}`,
    [
      run,
      planned?.kind ?? "run",
      runs,
      JSON.stringify(work.fingerprints),
      work.tool_version,
      work.node_major,
      planned === undefined ? null : JSON.stringify(planned),
    ],
  );
  return QueuedWork.parse(row);
}

/** Returns `undefined` if the queue does not hold it. */
export async function findQueuedWork(database: Database, run: string): Promise<QueuedWork | undefined> {
  const [row] = await database.query(`select ${COLUMNS} from ib.run where run = $1`, [run]);
  return row === undefined ? undefined : QueuedWork.parse(row);
}

/**
 * Reads the plan on its own, because the rest is read every second. Only for work of the same version: other versions
 * have other plans.
 */
export async function readQueuedPlan(database: Database, run: string): Promise<QueuedPlan> {
  const [row] = await database.query("select plan from ib.run where run = $1 and plan is not null", [run]);
  if (row === undefined) throw fleetErrors.IB_NOT_IN_QUEUE(run);
  return QueuedPlan.parse(row["plan"]);
}

/** Lists all work, oldest first. */
export async function listQueuedWork(database: Database): Promise<readonly QueuedWork[]> {
  return z
    .array(QueuedWork)
    .parse(await database.query(`select ${COLUMNS} from ib.run order by created, run`));
}

/** Sets the state. Workers read it once a second and stop work that is not open. */
export async function setWorkState(database: Database, run: string, state: WorkState): Promise<void> {
  // A refusal may have been fixed before the work is opened again, so workers then retry.
  const changed = await database.query(
    `with before as (select state <> 'open' and $2 = 'open' as opens from ib.run where run = $1 for update),
       forgotten as (delete from ib.refusal where run = $1 and exists (select 1 from before where opens))
     update ib.run set state = $2, opened = opened + case when opens then 1 else 0 end
     from before where run = $1 returning run`,
    [run, state],
  );
  if (changed.length === 0) throw fleetErrors.IB_NOT_IN_QUEUE(run);
}

/** A transcript as workers receive it: they cannot read our disk, and identify it by its hash. */
export interface QueuedTranscript {
  readonly hash: string;
  readonly content: string;
}

export async function uploadTranscripts(
  database: Database,
  run: string,
  transcripts: readonly QueuedTranscript[],
): Promise<void> {
  await database.query(
    `insert into ib.transcript (run, hash, content)
     select $1, t.hash, t.content from unnest($2::text[], $3::text[]) as t (hash, content) on conflict do nothing`,
    [run, transcripts.map(({ hash }) => hash), transcripts.map(({ content }) => content)],
  );
}

/** Downloads the content stored under a hash. The reader verifies the hash. */
export async function downloadTranscript(database: Database, run: string, hash: string): Promise<string> {
  const [row] = await database.query("select content from ib.transcript where run = $1 and hash = $2", [
    run,
    hash,
  ]);
  if (row === undefined) throw fleetErrors.IB_NOT_IN_QUEUE(run);
  return String(row["content"]);
}

/**
 * Deletes the database's data of some work, including people's words. Call it only after its lines are copied to the
 * journal and its tasks are forgotten: a call that is deleted can be sent and billed again.
 */
export async function forgetQueuedWork(database: Database, run: string): Promise<void> {
  await database.transaction(async (sql) => {
    for (const table of ["call", "transcript", "refusal", "ledger_share", "ledger", "run"])
      await sql(`delete from ib.${table} where run = $1`, [run]);
    // Dead workers whose only work was this are no longer needed.
    await sql(
      `delete from ib.worker w where not ${IS_ALIVE}
       and not exists (select 1 from ib.ledger_share s where s.worker = w.id)`,
    );
  });
}
