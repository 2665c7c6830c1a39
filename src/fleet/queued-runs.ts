/** The runs that workers may take part in, and what a worker must have in common with them. */
import * as z from "zod";
import { RunPlan } from "../schema/run/run-plan.ts";
import type { Database } from "./database.ts";
import { NotInQueueError } from "./errors.ts";

const QueuedRunState = z.enum(["open", "cancelled", "done"]);
export type QueuedRunState = z.infer<typeof QueuedRunState>;

const QueuedRun = z.object({
  run: z.string(),
  state: QueuedRunState,
  /** Hashes by name, of everything that decides what the run's calls are. */
  fingerprints: z.record(z.string(), z.string()),
  tool_version: z.string(),
  node_major: z.int(),
});
export type QueuedRun = z.infer<typeof QueuedRun>;

const COLUMNS = "run, state, fingerprints, tool_version, node_major";

/** Opens a run, or one that was opened before once more; what it is made of stays as it was first said, and is returned. */
export async function queueRun(
  database: Database,
  run: Omit<QueuedRun, "state"> & { readonly plan?: RunPlan },
): Promise<QueuedRun> {
  const plan = run.plan === undefined ? null : JSON.stringify(run.plan);
  const [row] = await database.query(
    `insert into ib.run (run, fingerprints, tool_version, node_major, plan) values ($1, $2, $3, $4, $5)
     on conflict (run) do update set state = 'open' returning ${COLUMNS}`,
    [run.run, JSON.stringify(run.fingerprints), run.tool_version, run.node_major, plan],
  );
  return QueuedRun.parse(row);
}

export async function readQueuedRun(database: Database, run: string): Promise<QueuedRun> {
  const [row] = await database.query(`select ${COLUMNS} from ib.run where run = $1`, [run]);
  if (row === undefined) throw new NotInQueueError(run);
  return QueuedRun.parse(row);
}

/** Apart from the rest, which is read every second. Only of a run of the same version: others have other plans. */
export async function readQueuedPlan(database: Database, run: string): Promise<RunPlan> {
  const [row] = await database.query("select plan from ib.run where run = $1 and plan is not null", [run]);
  if (row === undefined) throw new NotInQueueError(run);
  return RunPlan.parse(row["plan"]);
}

/** All runs, those first that were begun first. */
export async function listQueuedRuns(database: Database): Promise<readonly QueuedRun[]> {
  return z
    .array(QueuedRun)
    .parse(await database.query(`select ${COLUMNS} from ib.run order by created, run`));
}

/** Workers read it once a second and stop what they do for a run that is not open. */
export async function setRunState(database: Database, run: string, state: QueuedRunState): Promise<void> {
  const changed = await database.query("update ib.run set state = $2 where run = $1 returning run", [
    run,
    state,
  ]);
  if (changed.length === 0) throw new NotInQueueError(run);
}

/**
 * Deletes what the database holds of a run: people's words among it. Only once its lines are home and its tasks are
 * forgotten, because whatever is not there any more can be bought again.
 */
export async function forgetQueuedRun(database: Database, run: string): Promise<void> {
  await database.transaction(async (sql) => {
    for (const table of ["call", "ledger_share", "ledger", "run"])
      await sql(`delete from ib.${table} where run = $1`, [run]);
  });
}
