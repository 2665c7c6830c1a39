/** The work that workers may take part in, runs, scans and the counting of logs, and what a worker must have in common with it. */
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
  /** The name of the run; of a scan, its run's or its runs' and its own; of a log, after the folder it is counted into. */
  run: z.string(),
  kind: z.enum(["run", "scan", "monitor"]),
  /** The runs whose conversations it is about. */
  runs: z.array(z.string()),
  /** How often it was begun or gone on with. */
  legs: z.int(),
  state: WorkState,
  /** Another each time it is brought into the queue, or opened again after it was stopped. */
  stay: z.string(),
  /** Hashes by name, of everything that decides what the calls are and cost. */
  fingerprints: z.record(z.string(), z.string()),
  tool_version: z.string(),
  node_major: z.int(),
});
export type QueuedWork = z.infer<typeof QueuedWork>;

/** What is to be done. */
const QueuedPlan = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), plan: RunPlan }),
  z.strictObject({
    kind: z.literal("scan"),
    plan: ScanPlan,
    /** Votes per question as they were asked for: the plan has what came of it. */
    repetitions: z.int().optional(),
    votes: RepetitionPolicy.optional(),
  }),
  z.strictObject({
    kind: z.literal("monitor"),
    /** Where chunks go. Like the files it is at the same path for everybody, and nothing of what they say comes here. */
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
 * Brings work into the queue, or into its next leg; what it is made of stays as it was first said, and is returned.
 * Nobody takes part before it is opened, unless it was open: workers outlive whoever began it.
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

/** `undefined` where the queue does not hold it. */
export async function findQueuedWork(database: Database, run: string): Promise<QueuedWork | undefined> {
  const [row] = await database.query(`select ${COLUMNS} from ib.run where run = $1`, [run]);
  return row === undefined ? undefined : QueuedWork.parse(row);
}

/** Apart from the rest, which is read every second. Only of work of the same version: others have other plans. */
export async function readQueuedPlan(database: Database, run: string): Promise<QueuedPlan> {
  const [row] = await database.query("select plan from ib.run where run = $1 and plan is not null", [run]);
  if (row === undefined) throw fleetErrors.IB_NOT_IN_QUEUE(run);
  return QueuedPlan.parse(row["plan"]);
}

/** All work, that first which was begun first. */
export async function listQueuedWork(database: Database): Promise<readonly QueuedWork[]> {
  return z
    .array(QueuedWork)
    .parse(await database.query(`select ${COLUMNS} from ib.run order by created, run`));
}

/** Workers read it once a second and stop what they do for work that is not open. */
export async function setWorkState(database: Database, run: string, state: WorkState): Promise<void> {
  // What was refused may have been mended before it is opened again: who takes part then tries anew.
  const changed = await database.query(
    `with before as (select state <> 'open' and $2 = 'open' as opens from ib.run where run = $1 for update),
       forgotten as (delete from ib.refusal where run = $1 and exists (select 1 from before where opens))
     update ib.run set state = $2, opened = opened + case when opens then 1 else 0 end
     from before where run = $1 returning run`,
    [run, state],
  );
  if (changed.length === 0) throw fleetErrors.IB_NOT_IN_QUEUE(run);
}

/** A transcript as workers get it: they have no disk of ours, and know it by its hash. */
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

/** What was uploaded under a hash; whoever reads it checks that it has it. */
export async function downloadTranscript(database: Database, run: string, hash: string): Promise<string> {
  const [row] = await database.query("select content from ib.transcript where run = $1 and hash = $2", [
    run,
    hash,
  ]);
  if (row === undefined) throw fleetErrors.IB_NOT_IN_QUEUE(run);
  return String(row["content"]);
}

/**
 * Deletes what the database holds of some work: people's words among it. Only once its lines are home and its tasks are
 * forgotten, because whatever is not there any more can be bought again.
 */
export async function forgetQueuedWork(database: Database, run: string): Promise<void> {
  await database.transaction(async (sql) => {
    for (const table of ["call", "transcript", "refusal", "ledger_share", "ledger", "run"])
      await sql(`delete from ib.${table} where run = $1`, [run]);
    // Whoever is dead and had a part in this alone: nothing asks after them any more.
    await sql(
      `delete from ib.worker w where not ${IS_ALIVE}
       and not exists (select 1 from ib.ledger_share s where s.worker = w.id)`,
    );
  });
}
