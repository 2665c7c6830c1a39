/** What those who work for one account at a provider tell each other: when it may be asked again, and what is left of its minute. */
import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/errors.ts";
import type { Database } from "./database.ts";
import { IS_ALIVE } from "./worker-presence.ts";

/** Is told what others have heard of its account, as if it had heard it itself. Times are by this process's clock. */
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
  /** Resolves when each account that was joined knows who else has it, and whether it has to wait. */
  opened(): Promise<void>;
  /** Says what was not said yet, and listens no more. */
  close(): Promise<void>;
}

/** Soon beside what providers ask to wait for, and seldom beside the statements of the calls themselves. */
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
  /** `undefined` where the provider named no time. */
  readonly opensAtMs: number | undefined;
}

interface Joined extends Account {
  readonly limiter: Limiter;
  /** What was refused before, and is over, says nothing. */
  readonly sinceMs: number;
  /** Has not been told yet. */
  untold: Refusal | undefined;
  /** The last refusal that the limiter knows of. */
  heard: string | null;
}

/** Loses nothing that matters when it is cut off: limiters go on by what they hear themselves. */
export function shareAccounts(options: {
  readonly database: Database;
  readonly clock: Clock;
  /** As the fleet knows it: it counts while it lives. */
  readonly worker: string;
  /** Is told once where the database refuses. */
  readonly onTrouble: (sentence: string) => void;
}): AccountLimits {
  const { database, clock, worker, onTrouble } = options;
  const accounts = new Map<string, Joined>();
  const leaving = new AbortController();
  let listed = 0;
  let telling: Promise<void> | undefined;

  /** Twice is once: what is told is a time, and the later of two stays. */
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
      // What is heard is up to a look old, and our own refusals come back to us: so much is not taken for a new one.
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
 * Where the answer gets lost it is drawn twice and used once: less than there was, never more. The server's clock says
 * how much has come in since.
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
