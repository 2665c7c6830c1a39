/**
 * Shares the limits of a provider account between processes: when it may be called again, and the rest of its requests
 * and tokens per minute.
 */
import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/errors.ts";
import type { Database } from "./database.ts";
import { IS_ALIVE } from "./worker-presence.ts";

/** A limiter that receives refusals seen by other processes, with times converted to this process's clock. */
interface Limiter {
  slowDown(sentAtMs: number, retryAfterMs: number | undefined): void;
  shareWith(sharers: number): void;
}

interface Bucket {
  readonly requests: number;
  readonly tokens: number;
  readonly filledMs: number;
}

type ChangeBucket = (
  change: (before: Bucket | null, nowMs: number) => { readonly bucket: Bucket; readonly admitted: number },
) => Promise<number>;

interface Account {
  readonly refused: Limiter["slowDown"];
  readonly changeBucket: ChangeBucket;
}

export interface AccountLimits {
  join(account: string, limiter: Limiter): Account;
  /** Resolves when each joined account knows its other users and any pending wait. */
  opened(): Promise<void>;
  /** Sends pending refusals and stops polling. */
  close(): Promise<void>;
}

/** Short compared with the waits that providers ask for, and few queries compared with the calls themselves. */
const LOOK_EVERY_MS = 1000;

const Known = z.array(
  z.object({
    account: z.string(),
    sharers: z.int(),
    waits_ms: z.number().nullable(),
    refused: z.string().nullable(),
    refused_ago_ms: z.number().nullable(),
  }),
);
const Left = z.object({
  requests: z.number(),
  tokens: z.number(),
  filled_ms: z.number().nullable(),
  now_ms: z.number(),
});

const MS = (interval: string) => `(extract(epoch from ${interval}) * 1000)::float8`;

interface Refusal {
  readonly sentAtMs: number;
  /** `undefined` if the provider named no time. */
  readonly opensAtMs: number | undefined;
}

interface Joined extends Account {
  readonly limiter: Limiter;
  /** Refusals before this time that are over have no effect. */
  readonly sinceMs: number;
  /** Not yet written to the database. */
  untold: Refusal | undefined;
  /** The last refusal that the limiter knows. */
  heard: string | null;
}

/** If the connection breaks, nothing important is lost: limiters continue with the refusals they see themselves. */
export function shareAccounts(options: {
  readonly database: Database;
  readonly clock: Clock;
  /** The worker's id in the fleet: it counts as a sharer while it is alive. */
  readonly worker: string;
  /** Called once if the database refuses. */
  readonly onTrouble: (sentence: string) => void;
}): AccountLimits {
  const { database, clock, worker, onTrouble } = options;
  const accounts = new Map<string, Joined>();
  const leaving = new AbortController();
  let listed = 0;
  let telling: Promise<void> | undefined;

  /** Repeating it is safe: it writes a time, and the later of two times is kept. */
  const tell = async () => {
    for (let untold = untoldOf(accounts); untold.length > 0; untold = untoldOf(accounts)) {
      const nowMs = clock.monotonicMs();
      const rows = untold.map(([account, { sentAtMs, opensAtMs }]) => ({
        account,
        ago: nowMs - sentAtMs,
        waits: opensAtMs === undefined ? null : opensAtMs - nowMs,
      }));
      for (const [account] of untold) {
        const joined = accounts.get(account);
        if (joined !== undefined) joined.untold = undefined;
      }
      await database.query(
        `update ib.account a set
           opens_at = greatest(a.opens_at, clock_timestamp() + t.waits * interval '1 ms'),
           refused_sent = greatest(a.refused_sent, clock_timestamp() - t.ago * interval '1 ms')
         from unnest($1::text[], $2::float8[], $3::float8[]) as t (account, ago, waits) where a.account = t.account`,
        [rows.map(({ account }) => account), rows.map(({ ago }) => ago), rows.map(({ waits }) => waits)],
      );
    }
  };

  const trouble = (error: unknown) => {
    if (leaving.signal.aborted) return;
    leaving.abort(error);
    onTrouble(`What others hear of the providers' limits does not reach this worker: ${messageOf(error)}`);
  };
  const startTelling = () => {
    if (leaving.signal.aborted) return;
    telling ??= tell()
      .catch(trouble)
      .finally(() => {
        telling = undefined;
      });
  };

  const look = async () => {
    const names = [...accounts.keys()];
    if (names.length === 0) return;
    if (names.length > listed) {
      await database.query(
        "insert into ib.account (account) select unnest($1::text[]) on conflict do nothing",
        [names],
      );
      await database.query("update ib.worker set accounts = $2 where id = $1", [worker, names]);
      listed = names.length;
    }
    const rows = await database.query(
      `select a.account, a.refused_sent::text as refused,
         ${MS("a.opens_at - clock_timestamp()")} as waits_ms,
         ${MS("clock_timestamp() - a.refused_sent")} as refused_ago_ms,
         (select count(*)::int from ib.worker w where a.account = any(w.accounts) and ${IS_ALIVE}) as sharers
       from ib.account a where a.account = any($1)`,
      [names],
    );
    const nowMs = clock.monotonicMs();
    for (const { account, sharers, waits_ms, refused, refused_ago_ms } of Known.parse(rows)) {
      const joined = accounts.get(account);
      joined?.limiter.shareWith(sharers);
      if (joined === undefined || refused === joined.heard) continue;
      joined.heard = refused;
      const waitsMs = waits_ms !== null && waits_ms > 0 ? waits_ms : undefined;
      // Refusals read here are up to one poll old and include our own. This margin keeps them from counting as new.
      const sentAtMs = nowMs - (refused_ago_ms ?? 0) - LOOK_EVERY_MS;
      if (waitsMs !== undefined || sentAtMs >= joined.sinceMs) joined.limiter.slowDown(sentAtMs, waitsMs);
    }
  };

  let looking: Promise<void> | undefined;
  const keepLooking = async () => {
    while (!leaving.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, leaving.signal);
      await look();
    }
  };

  return {
    join(account, limiter) {
      const known = accounts.get(account);
      if (known !== undefined) return known;
      const joined: Joined = {
        limiter,
        sinceMs: clock.monotonicMs(),
        untold: undefined,
        heard: null,
        refused(sentAtMs, retryAfterMs) {
          const opensAtMs = retryAfterMs === undefined ? undefined : clock.monotonicMs() + retryAfterMs;
          joined.untold = laterOf(joined.untold, { sentAtMs, opensAtMs });
          startTelling();
        },
        changeBucket: (change) => changeBucket(database, account, change),
      };
      accounts.set(account, joined);
      return joined;
    },
    async opened() {
      await look();
      looking ??= keepLooking().catch(trouble);
    },
    async close() {
      await telling;
      leaving.abort(new Error("this worker has left"));
      await looking;
    },
  };
}

/**
 * If the answer is lost, the amount is drawn twice and used once: the bucket then holds too little, never too much. The
 * server's clock determines the refill.
 */
function changeBucket(
  database: Database,
  account: string,
  change: Parameters<ChangeBucket>[0],
): Promise<number> {
  return database.transaction(async (sql) => {
    await sql("insert into ib.account (account) values ($1) on conflict do nothing", [account]);
    const [row] = await sql(
      `select requests, tokens, ${MS("filled")} as filled_ms, ${MS("clock_timestamp()")} as now_ms
       from ib.account where account = $1 for update`,
      [account],
    );
    const { requests, tokens, filled_ms: filledMs, now_ms: nowMs } = Left.parse(row);
    const before = filledMs === null ? null : { requests, tokens, filledMs };
    const { bucket, admitted } = change(before, nowMs);
    await sql(
      `update ib.account set requests = $2, tokens = $3, filled = to_timestamp($4::float8 / 1000) where account = $1`,
      [account, bucket.requests, bucket.tokens, bucket.filledMs],
    );
    return admitted;
  });
}

function untoldOf(accounts: ReadonlyMap<string, Joined>): readonly (readonly [string, Refusal])[] {
  return [...accounts].flatMap(([account, { untold }]) =>
    untold === undefined ? [] : [[account, untold] as const],
  );
}

function laterOf(one: Refusal | undefined, other: Refusal): Refusal {
  if (one === undefined) return other;
  const opens = [one.opensAtMs, other.opensAtMs].filter((time) => time !== undefined);
  return {
    sentAtMs: Math.max(one.sentAtMs, other.sentAtMs),
    opensAtMs: opens.length === 0 ? undefined : Math.max(...opens),
  };
}
