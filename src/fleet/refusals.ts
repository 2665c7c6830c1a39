/** What workers cannot do of some work, by what its tasks need: a model whose key they lack, or that does not let them in. */
import * as z from "zod";
import type { Database } from "./database.ts";
import { IS_ALIVE } from "./worker-presence.ts";

/** @param reason what the model said; `null` where the worker has not what it takes to ask it */
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
 * What nobody who takes part can do, although somebody tried: with the reason of one of them. Whoever comes later may
 * yet be able to. Where all only lack a key, nobody has tried, and work waits for who has it.
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
