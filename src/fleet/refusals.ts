/** Records which work a worker cannot do, by what its tasks need: a model whose key it lacks, or that refuses it. */
import * as z from "zod";
import type { Database } from "./database.ts";
import { IS_ALIVE } from "./worker-presence.ts";

/** @param reason the model's message; `null` if the worker lacks the key */
export async function noteRefusal(
  database: Database,
  {
    run,
    worker,
    needs,
    reason,
  }: {
    readonly run: string;
    readonly worker: string;
    readonly needs: string;
    readonly reason: string | null;
  },
): Promise<void> {
  await database.query(
    `insert into ib.refusal as r (run, worker, needs, reason) values ($1, $2, $3, $4)
     on conflict (run, worker, needs) do nothing`,
    [run, worker, needs, reason],
  );
}

const Stopped = z.array(z.object({ needs: z.string(), reason: z.string() }));

/**
 * Returns the needs that no present worker can meet although at least one tried, with one of their reasons. A later
 * worker may still meet them. If all only lack a key, none has tried, and the work waits for a worker that has it.
 */
export async function stoppedForAll(
  database: Database,
  run: string,
): Promise<readonly { readonly needs: string; readonly reason: string }[]> {
  const rows = await database.query(
    `select r.needs, min(r.reason) as reason from ib.refusal r join ib.worker w on w.id = r.worker
     where r.run = $1 and r.reason is not null and ${IS_ALIVE} and not exists (
       select 1 from ib.ledger_share s join ib.worker w on w.id = s.worker
       where s.run = $1 and ${IS_ALIVE} and not exists (
         select 1 from ib.refusal o where o.run = $1 and o.worker = s.worker and o.needs = r.needs))
     group by r.needs order by r.needs`,
    [run],
  );
  return Stopped.parse(rows);
}
