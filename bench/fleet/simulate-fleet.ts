/** A discrete-event model of a fleet: workers, their database, their coordinator and the accounts they ask. */
import { createRandom } from "../../src/kernel/random.ts";
import { EventLoop, type Outage, Station } from "./event-loop.ts";
import { MEASURED, NANO_DOLLARS, type Times } from "./measured-times.ts";
import { type AccountLimits, ProviderAccount } from "./provider-account.ts";
import { type LedgerWay, SharedMoney } from "./shared-money.ts";
import { type Stage, TaskQueue } from "./tasks.ts";
import { type CallCounts, WorkerLife, type World } from "./worker-life.ts";

export interface FleetOptions {
  readonly seed: string;
  readonly workers: number;
  readonly stages: readonly Stage[];
  readonly accounts: readonly AccountLimits[];
  /** Conversations at a time, per worker. @default 16 */
  readonly slots?: number;
  /** Calls at a time, per worker and account. @default 16 */
  readonly connections?: number;
  /** @default "gathered" */
  readonly ledgerWay?: LedgerWay;
  /** One bucket per account for all workers, as with `limits` in their config. @default false */
  readonly sharesBucket?: boolean;
  /** @default none */
  readonly ceilingUsd?: number;
  readonly times?: Partial<Times>;
  /** @default 0 */
  readonly killsPerWorkerHour?: number;
  /** Kills at known times: of the worker at that place, which is not started again. */
  readonly kills?: readonly { readonly worker: number; readonly atMs: number }[];
  /** The error rate of accepted requests. @default 0 */
  readonly errorRate?: number;
  readonly outages?: readonly Outage[];
  /** With endless work: the measured window, which also ends the simulation. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
}

export interface FleetResult {
  /** Duration of the whole job, or of the window. */
  readonly seconds: number;
  readonly counts: CallCounts;
  /** Tasks that are home. */
  readonly tasks: number;
  /** Conversations among them that are whole. */
  readonly conversations: number;
  readonly kills: number;
  readonly spentUsd: number;
  /** The part that dead workers had reserved. */
  readonly buriedUsd: number;
  readonly reservedUsd: number;
  /** The most that was spent and set aside at any time. */
  readonly highestUsd: number;
  /** The longest silence of a living worker; after 10 s it would send nothing. */
  readonly longestSilenceSeconds: number;
  /** Shares of the time in which each was busy. */
  readonly busy: { readonly database: number; readonly ledger: number; readonly coordinator: number };
}

const HOUR_MS = 3_600_000;

export function simulateFleet(options: FleetOptions): FleetResult {
  const { seed, workers, slots = 16, connections = 16, window } = options;
  const loop = new EventLoop();
  const times = { ...MEASURED, ...options.times };
  const chance = (part: string) => createRandom(`${seed}/${part}`);
  const ceiling = Math.floor((options.ceilingUsd ?? Number.POSITIVE_INFINITY) * NANO_DOLLARS);
  const queue = new TaskQueue(options.stages);
  const tally = { tasks: 0, conversations: 0, kills: 0 };
  let longestSilenceMs = 0;
  const world: World = {
    loop,
    times,
    random: chance("worker"),
    database: new Station(loop, options.outages),
    ledgerRow: new Station(loop, options.outages),
    coordinator: new Station(loop),
    money: new SharedMoney(ceiling),
    ledgerWay: options.ledgerWay ?? "gathered",
    accounts: options.accounts.map(
      (limits, place) => new ProviderAccount(limits, options.errorRate ?? 0, chance(`account ${place}`)),
    ),
    sharesBucket: options.sharesBucket ?? false,
    queue,
    counts: noCalls(),
    onHome(task) {
      tally.tasks += 1;
      if (task.isConversation && !task.isBroken) tally.conversations += 1;
      queue.cameHome();
    },
    onBeat(silentMs) {
      longestSilenceMs = Math.max(longestSilenceMs, silentMs);
    },
  };

  const killChance = chance("kills");
  const startWorker = (place: number, afterMs: number) =>
    loop.after(afterMs, () => {
      const life = new WorkerLife(world, { slots, connections });
      const die = () => {
        tally.kills += 1;
        life.kill();
      };
      for (const { worker, atMs } of options.kills ?? []) {
        if (worker === place && atMs >= loop.nowMs) loop.at(atMs, die);
      }
      const perHour = options.killsPerWorkerHour ?? 0;
      if (perHour === 0) return;
      loop.after((-Math.log(1 - killChance.next()) / perHour) * HOUR_MS, () => {
        die();
        startWorker(place, times.restartMs + times.startMs);
      });
    });
  // Machines are not started in the same instant.
  const starts = chance("starts");
  for (let place = 0; place < workers; place++)
    startWorker(place, times.startMs * (0.9 + 0.2 * starts.next()));

  loop.run(window?.fromMs ?? 0);
  const before = { counts: { ...world.counts }, ...tally, ...stateOf(world) };
  loop.run(window?.toMs, () => queue.isDone);
  const after = { counts: world.counts, ...tally, ...stateOf(world) };
  const ms = after.nowMs - before.nowMs;
  const busy = (part: "database" | "ledger" | "coordinator") =>
    Math.min(1, (after[part] - before[part]) / ms);
  return {
    seconds: ms / 1000,
    counts: differenceOf(after.counts, before.counts),
    tasks: after.tasks - before.tasks,
    conversations: after.conversations - before.conversations,
    kills: after.kills - before.kills,
    spentUsd: (after.spent - before.spent) / NANO_DOLLARS,
    buriedUsd: (after.buried - before.buried) / NANO_DOLLARS,
    reservedUsd: world.money.reserved / NANO_DOLLARS,
    highestUsd: world.money.highest / NANO_DOLLARS,
    longestSilenceSeconds: longestSilenceMs / 1000,
    busy: { database: busy("database"), ledger: busy("ledger"), coordinator: busy("coordinator") },
  };
}

function stateOf({ loop, money, database, ledgerRow, coordinator }: World) {
  const { spent, buried } = money;
  return {
    nowMs: loop.nowMs,
    spent,
    buried,
    database: database.busyMs,
    ledger: ledgerRow.busyMs,
    coordinator: coordinator.busyMs,
  };
}

function noCalls(): CallCounts {
  return {
    sent: 0,
    replied: 0,
    refused: 0,
    errors: 0,
    lost: 0,
    done: 0,
    failed: 0,
    notAsked: 0,
    stopped: 0,
  };
}

function differenceOf(after: CallCounts, before: CallCounts): CallCounts {
  const difference = noCalls();
  // The keys of an object literal of that type.
  for (const key of Object.keys(difference) as (keyof CallCounts)[])
    difference[key] = after[key] - before[key];
  return difference;
}
