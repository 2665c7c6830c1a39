/** Calls that several workers may want to make, but only one makes: who holds each, and its journal lines. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Clock } from "../kernel/clock.ts";
import type { JournalEntry, JournalOutcome, UnitKey } from "../schema/run/journal.ts";
import type { Database } from "./database.ts";
import { createOutcomeWait, HOLDER_LIVES, readLine, readOutcome } from "./outcome-wait.ts";
import { IS_ALIVE, type WorkerPresence } from "./worker-presence.ts";

/** A line about one call. */
type CallLine = Extract<JournalEntry, { unit: UnitKey }>;
type SentLine = Extract<JournalEntry, { event: "sent" }>;

/** Identifies the making of a repeated call by the number of the session that asks. @default 1 */
interface Making {
  readonly making?: number;
}

/** A worker's access to the calls of one run. */
export interface SharedCalls {
  /** Returns the last outcome of a call, from any worker. */
  find(unit: UnitKey): Promise<JournalOutcome | undefined>;
  /**
   * Claims a call. `send`: the line is safe, and no other worker sends this call while this one is alive. `somebody has
   * it`: the call has an outcome, or a living worker holds it. Throws an IB_WORKER_OVERDUE if this worker may send
   * nothing.
   */
  claim(sent: SentLine, options?: Making): Promise<"send" | "somebody has it">;
  /** Adds a line about a call that this worker holds: another attempt. */
  append(line: CallLine, options?: Making): Promise<"kept" | "late">;
  /**
   * Records the call's outcome. `late`: this worker was taken for dead, and another holds the call. Then the other
   * worker records the outcome, and the possible cost of this one is already counted in full.
   */
  outcome(line: JournalOutcome, options?: Making): Promise<"kept" | "late">;
  /**
   * Marks a sent call as failed because no caller waits for it. Its reservation counts, and other workers may take the
   * call.
   */
  giveUp(unit: UnitKey, reason: string, options?: Making): Promise<void>;
  /** Resolves with an outcome, or with `free` if no living worker holds the call. Then it can be claimed. */
  waitFor(unit: UnitKey, signal: AbortSignal, options?: Making): Promise<JournalOutcome | "free">;
}

interface Held {
  readonly claim: string;
  /** Number of lines of the call: a repeated write is stored once. */
  lines: number;
}

const LOST_LINE = `json_build_object(
  'event', 'lost', 'unit', c.unit, 'reason', 'its worker was not heard of any more', 'worker', c.worker,
  'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`;

export function openSharedCalls(options: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly run: string;
  readonly presence: WorkerPresence;
}): SharedCalls {
  const { database, clock, run, presence } = options;
  const held = new Map<string, Held>();
  const waitForOutcome = createOutcomeWait(options);
  const keyOf = (unit: UnitKey, { making = 1 }: Making) => `${unit}:${making}`;
  const write = (line: CallLine) => JSON.stringify({ ...line, worker: presence.id });

  const claim: SharedCalls["claim"] = async (sent, which = {}) => {
    presence.assertPresent();
    const mine = randomUUID();
    const key = [run, sent.unit, which.making ?? 1];
    const [row] = await database.query(
      `insert into ib.call as c (run, unit, making, worker, claim, lines)
       select $1, $2, $3, $4, $5::uuid, array[$6::text]
       where exists (select 1 from ib.worker w where w.id = $4 and ${IS_ALIVE})
       on conflict (run, unit, making) do update set
         lines = c.lines || case when c.worker is null then '{}' else array[${LOST_LINE}] end || excluded.lines,
         worker = excluded.worker, claim = excluded.claim, taken_over = c.taken_over + 1, changed = clock_timestamp()
       where c.outcome is null and c.claim <> excluded.claim and not ${HOLDER_LIVES}
       returning cardinality(lines) as lines`,
      [...key, presence.id, mine, write(sent)],
    );
    // Without a row it may still be ours: the database may have done the first try before the connection broke.
    const [ours] =
      row === undefined
        ? await database.query(
            "select cardinality(lines) as lines from ib.call where run = $1 and unit = $2 and making = $3 and claim = $4",
            [...key, mine],
          )
        : [row];
    if (ours === undefined) {
      presence.assertPresent();
      return "somebody has it";
    }
    held.set(keyOf(sent.unit, which), { claim: mine, lines: Number(ours["lines"]) });
    try {
      presence.assertPresent();
    } catch (error) {
      await giveUp(sent.unit, "its worker was paused before it was sent", which);
      throw error;
    }
    return "send";
  };

  /** Writes one line to a call that this worker holds, and nothing if another worker holds it. */
  const change = async (line: CallLine, which: Making, isOutcome: boolean): Promise<"kept" | "late"> => {
    const hold = held.get(keyOf(line.unit, which));
    if (hold === undefined) throw new Error(`the call ${line.unit} was not claimed by this worker`);
    if (line.event === "sent") presence.assertPresent();
    const text = write(line);
    const where = [run, line.unit, which.making ?? 1, hold.claim];
    const changed = await database.query(
      `update ib.call set lines = lines || $5::text, changed = clock_timestamp(),
         outcome = case when $6 then $5::text else outcome end
       where run = $1 and unit = $2 and making = $3 and claim = $4 and cardinality(lines) = $7 returning 1`,
      [...where, text, isOutcome, hold.lines],
    );
    const [written] =
      changed.length > 0
        ? changed
        : await database.query(
            "select 1 from ib.call where run = $1 and unit = $2 and making = $3 and claim = $4 and lines[$5] = $6",
            [...where, hold.lines + 1, text],
          );
    if (written !== undefined) {
      hold.lines += 1;
      if (line.event === "sent") presence.assertPresent();
      return "kept";
    }
    await database.query("update ib.call set late = late + 1 where run = $1 and unit = $2 and making = $3", [
      run,
      line.unit,
      which.making ?? 1,
    ]);
    return "late";
  };

  const giveUp: SharedCalls["giveUp"] = async (unit, reason, which = {}) => {
    const hold = held.get(keyOf(unit, which));
    if (hold === undefined) return;
    held.delete(keyOf(unit, which));
    const lost: CallLine = { event: "lost", unit, reason, at: new Date(clock.now()).toISOString() };
    await database.query(
      `update ib.call set lines = lines || $5::text, worker = null, changed = clock_timestamp()
       where run = $1 and unit = $2 and making = $3 and claim = $4 and outcome is null and worker is not null`,
      [run, unit, which.making ?? 1, hold.claim, write(lost)],
    );
  };

  return {
    claim,
    giveUp,
    append: (line, which = {}) => change(line, which, false),
    async outcome(line, which = {}) {
      const kept = await change(line, which, true);
      held.delete(keyOf(line.unit, which));
      return kept;
    },
    async find(unit) {
      const [row] = await database.query(
        "select outcome from ib.call where run = $1 and unit = $2 and outcome is not null order by making desc limit 1",
        [run, unit],
      );
      return row === undefined ? undefined : readOutcome(row["outcome"]);
    },
    waitFor: (unit, signal, { making = 1 } = {}) => waitForOutcome({ unit, making }, signal),
  };
}

const TOLD_AT_A_TIME = 500;

/**
 * Orders lines: outcomes reported in a session come before calls repeated in it, and after everything of earlier
 * sessions.
 */
export const makingOfLeg = (leg: number) => 2 * leg - 1;

/**
 * Reports calls that are already in the main journal, by unit: workers find outcomes they do not know, and do not
 * repeat those calls. Only the number of lines from workers counts.
 */
export async function publishKnownCalls(
  database: Database,
  { run, leg }: { readonly run: string; readonly leg: number },
  calls: ReadonlyMap<UnitKey, { readonly outcome: JournalOutcome | undefined; readonly lines: number }>,
): Promise<void> {
  const over = [...calls].flatMap(([unit, { outcome, lines }]) =>
    outcome === undefined
      ? []
      : { unit, lines, text: JSON.stringify(outcome), isOwn: outcome.worker === undefined },
  );
  for (let start = 0; start < over.length; start += TOLD_AT_A_TIME) {
    const some = over.slice(start, start + TOLD_AT_A_TIME);
    await database.query(
      `insert into ib.call (run, unit, making, claim, lines, home, outcome)
       select $1, t.unit, $2, gen_random_uuid(), array_fill('{}'::text, array[n.lines]), n.lines, t.outcome
       from unnest($3::text[], $4::int[], $5::text[], $6::boolean[]) as t (unit, lines, outcome, own)
       cross join lateral (select case when exists (
         select 1 from ib.call c where c.run = $1 and c.unit = t.unit) then 0 else t.lines end as lines) n
       cross join lateral (select (select c.outcome from ib.call c
         where c.run = $1 and c.unit = t.unit and c.outcome is not null order by making desc limit 1) as outcome) known
       where known.outcome is null or (t.own and known.outcome <> t.outcome)
       on conflict do nothing`,
      [
        run,
        makingOfLeg(leg) - 1,
        some.map(({ unit }) => unit),
        some.map(({ lines }) => lines),
        some.map(({ text }) => text),
        some.map(({ isOwn }) => isOwn),
      ],
    );
  }
}

/** Lines of one call that are not in the main journal yet. */
export interface LinesToTakeHome {
  readonly unit: UnitKey;
  readonly making: number;
  /**
   * Number of lines of this making already in the main journal. A coordinator that was killed before recording a copy
   * skips the lines it has.
   */
  readonly from: number;
  /** Number of lines of earlier makings; all of them reach the main journal before this making's lines. */
  readonly before: number;
  readonly lines: readonly JournalEntry[];
}

const AwayRow = z.object({
  unit: z.string(),
  making: z.int(),
  home: z.int(),
  before: z.coerce.number(),
  lines: z.array(z.string()),
});

/**
 * Returns up to `atMost` calls of a run with lines that are not in the main journal yet. It selects by state, not by a
 * rising number: numbers are assigned before their commit, so a reader by number can miss one for ever.
 */
export async function pendingEntries(
  database: Database,
  run: string,
  atMost: number,
): Promise<readonly LinesToTakeHome[]> {
  const rows = await database.query(
    `select unit, making, home, lines[home + 1:] as lines,
       (select coalesce(sum(cardinality(b.lines)), 0) from ib.call b
        where b.run = c.run and b.unit = c.unit and b.making < c.making) as before
     from ib.call c where run = $1 and home < cardinality(lines) order by making, changed, unit limit $2`,
    [run, atMost],
  );
  return rows.map((row) => {
    const { unit, making, home, before, lines } = AwayRow.parse(row);
    // The value was a unit key when it was written.
    return { unit: unit as UnitKey, making, from: home, before, lines: lines.map(readLine) };
  });
}

/** Marks these lines as safe in the main journal. */
export async function markCollected(
  database: Database,
  run: string,
  taken: readonly LinesToTakeHome[],
): Promise<void> {
  await database.query(
    `update ib.call c set home = greatest(c.home, t.upto)
     from unnest($2::text[], $3::int[], $4::int[]) as t (unit, making, upto)
     where c.run = $1 and c.unit = t.unit and c.making = t.making`,
    [
      run,
      taken.map(({ unit }) => unit),
      taken.map(({ making }) => making),
      taken.map(({ from, lines }) => from + lines.length),
    ],
  );
}
