/** One transaction on a run's ledger: books what a worker settled, and what it asks for since its last transaction. */
import * as z from "zod";
import type { Sql } from "./database.ts";
import { fleetErrors } from "./errors.ts";
import { IS_ALIVE } from "./worker-presence.ts";

/** Amounts are whole units, because sums of fractions of a dollar drift. */
export const UNITS_PER_USD = 1e9;
export const toUnits = (usd: number) => Math.ceil(usd * UNITS_PER_USD);

const Units = z.coerce.number().pipe(z.int());
const LedgerRow = z.object({
  ceiling: Units.nullable(),
  spent: Units,
  reserved: Units,
  under_way: z.int(),
  unreserved: Units,
  carried: z.record(z.string(), z.int()),
  over: z.boolean(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

const ShareRow = z.object({
  alive: z.boolean(),
  buried: z.boolean(),
  turn: z.int(),
  admitted: z.int(),
});

export interface Settlement {
  readonly amount: number;
  readonly cost: number;
  /** Reserved in an earlier session, and part of the amount carried over. */
  readonly isTakenUp: boolean;
}

/** Requests that arrived while the previous turn was being booked. */
export interface LedgerTurn {
  readonly number: number;
  readonly settled: readonly Settlement[];
  /** Totals of the journals, by name. */
  readonly carried: ReadonlyMap<string, number>;
  /** Number of carried-over calls that are still unfinished. */
  readonly toTakeUp: number;
  /** In the order of the requests. */
  readonly asked: readonly number[];
}

export interface BookedTurn {
  readonly row: LedgerRow;
  /** Number of requests that are reserved, counted from the first. */
  readonly admitted: number;
}

/**
 * Computes the ledger after a turn, and the change of the worker's share. Admitted requests fit. If the next one does
 * not fit and no running call could make room, the ledger closes.
 */
export function applyTurn(
  before: LedgerRow,
  worker: { readonly alive: boolean; readonly buried: boolean },
  turn: LedgerTurn,
): BookedTurn & { readonly reserved: number; readonly underWay: number } {
  const row = { ...before, carried: { ...before.carried } };
  let [reserved, underWay] = [0, turn.toTakeUp];
  for (const { amount, cost, isTakenUp } of turn.settled) {
    if (isTakenUp) row.unreserved = Math.max(0, row.unreserved + cost - amount);
    else row.unreserved += Math.max(0, cost - amount);
    // A dead worker's reservations already count as spent; only costs beyond them are added.
    if (worker.buried) continue;
    underWay -= 1;
    if (isTakenUp) continue;
    reserved -= amount;
    row.spent += Math.min(cost, amount);
  }
  for (const [journal, units] of turn.carried) row.carried[journal] = units;
  const carried = Object.values(row.carried).reduce((sum, units) => sum + units, 0);
  if (turn.carried.size > 0) row.unreserved += Math.max(0, carried - row.spent - row.unreserved);

  let admitted = 0;
  for (const amount of worker.alive ? turn.asked : []) {
    const committed = row.spent + row.unreserved + row.reserved + reserved + amount;
    const fits = row.ceiling === null || committed <= row.ceiling;
    if (!fits && row.under_way + underWay === 0) row.over = true;
    if (!fits || row.over) break;
    admitted += 1;
    reserved += amount;
    underWay += 1;
  }
  row.reserved += reserved;
  row.under_way += underWay;
  return { row, admitted, reserved, underWay };
}

/** Books a turn. If the connection broke before the answer, returns the booking that was made. */
export async function bookTurn(
  sql: Sql,
  run: string,
  worker: string,
  turn: LedgerTurn,
): Promise<BookedTurn & { readonly isAlive: boolean }> {
  const before = await readLedger(sql, run, "for update");
  // Read under the lock, so that a worker buried meanwhile is recognised.
  const [found] = await sql(
    `select ${IS_ALIVE} as alive, w.dead is not null as buried, s.turn, s.admitted
     from ib.worker w join ib.ledger_share s on s.worker = w.id where s.run = $1 and w.id = $2`,
    [run, worker],
  );
  const share = ShareRow.parse(found ?? { alive: false, buried: true, turn: 0, admitted: 0 });
  if (share.turn === turn.number) return { row: before, admitted: share.admitted, isAlive: share.alive };

  const { row, admitted, reserved, underWay } = applyTurn(before, share, turn);
  await sql(
    `update ib.ledger set spent = $2, reserved = $3, under_way = $4, unreserved = $5, carried = $6, over = $7
     where run = $1`,
    [run, row.spent, row.reserved, row.under_way, row.unreserved, JSON.stringify(row.carried), row.over],
  );
  await sql(
    `update ib.ledger_share set reserved = reserved + $3, under_way = under_way + $4, turn = $5, admitted = $6
     where run = $1 and worker = $2`,
    [run, worker, reserved, underWay, turn.number, admitted],
  );
  return { row, admitted, isAlive: share.alive };
}

export async function readLedger(sql: Sql, run: string, lock: "for update" | "" = ""): Promise<LedgerRow> {
  const [row] = await sql(
    `select ceiling, spent, reserved, under_way, unreserved, carried, over from ib.ledger where run = $1 ${lock}`,
    [run],
  );
  if (row === undefined) throw fleetErrors.IB_NOT_IN_QUEUE(run);
  return LedgerRow.parse(row);
}
