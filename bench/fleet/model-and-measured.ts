/** The model beside what was measured, so that one can see how far to trust it. */
import { EventLoop, Station } from "./event-loop.ts";
import { CONVERSATION_CALL, MEASURED } from "./measured-times.ts";
import { NO_LIMITS } from "./provider-account.ts";
import { LedgerHand, type LedgerWay, SharedMoney } from "./shared-money.ts";
import { type FleetResult, simulateFleet } from "./simulate-fleet.ts";
import { conversation, stageOf, type Task } from "./tasks.ts";

export interface Comparison {
  readonly what: string;
  readonly measured: string;
  readonly model: string;
  /** Whether a number of the model was chosen so that this comes out, or nothing was. */
  readonly fitted: boolean;
}

export function compareWithMeasured(): readonly Comparison[] {
  const quick = prototypeRun(100);
  // When the prototype's worker was killed was not written down; it had begun, and most was still to do.
  const [early, late] = [prototypeRun(500, 4500), prototypeRun(500, 8500)];
  return [
    pairs("one by one", 1, "187/s", true),
    pairs("one by one", 64, "438/s", true),
    pairs("gathered", 1, "128/s", false),
    pairs("gathered", 64, "10,413/s", true),
    {
      what: "2 workers × 32, tasks without work",
      measured: "893/s",
      model: `${rounded(2000 / queueSeconds(2, 32, 2000, 0))}/s`,
      fitted: true,
    },
    ...(
      [
        [2, 128, "1.33"],
        [4, 64, "1.38"],
      ] as const
    ).map(([workers, slots, measured]) => ({
      what: `2,560 tasks of 200 ms, ${workers} × ${slots}: time / ideal`,
      measured,
      model: (queueSeconds(workers, slots, 2560, 200) / 2).toFixed(2),
      fitted: false,
    })),
    {
      what: "prototype, 958 calls of 100 ms, 2 × 16",
      measured: "7.2 s",
      model: `${quick.seconds.toFixed(1)} s`,
      fitted: true,
    },
    {
      what: "calls of 500 ms, one worker killed 1 s or 5 s after its start",
      measured: "34 s",
      model: `${early.seconds.toFixed(0)} s or ${late.seconds.toFixed(0)} s`,
      fitted: false,
    },
    {
      what: "calls sent, and lost, in it",
      measured: "974, 16",
      model: `${early.counts.sent}, ${early.counts.lost} or ${late.counts.sent}, ${late.counts.lost}`,
      fitted: false,
    },
  ];
}

/** Reserve and settle, over and over, by so many at a time in one worker. */
function pairs(way: LedgerWay, atATime: number, measured: string, fitted: boolean): Comparison {
  const loop = new EventLoop();
  const [database, row] = [new Station(loop), new Station(loop)];
  const money = new SharedMoney(Number.POSITIVE_INFINITY);
  const hand = new LedgerHand({ loop, times: MEASURED, database, row, money, way });
  const untilMs = 5000;
  let done = 0;
  const pair = () =>
    hand.reserve(1, () =>
      hand.settle(1, 1, () => {
        done += 1;
        pair();
      }),
    );
  for (let place = 0; place < atATime; place++) pair();
  loop.run(untilMs);
  const what = `reserve and settle, ${way}, ${atATime} at a time`;
  return { what, measured, model: `${rounded((done * 1000) / untilMs)}/s`, fitted };
}

/** The queue alone: what a task does costs time, and neither money nor statements. */
function queueSeconds(workers: number, slots: number, tasks: number, taskMs: number): number {
  const kind = { ...CONVERSATION_CALL, medianMs: taskMs, sigma: 0 };
  const task = (): Task => ({
    account: 0,
    kind,
    lanes: taskMs === 0 ? [] : [{ left: 1, heldUntilMs: 0 }],
    isConversation: true,
    isBroken: false,
  });
  const free = { statementMs: 0, ledgerLockMs: 0, ledgerWaitMs: 0, ledgerEntryMs: 0, homeMs: 0, startMs: 0 };
  return simulateFleet({
    seed: "queue",
    workers,
    slots,
    connections: slots,
    accounts: [NO_LIMITS],
    stages: [stageOf(tasks, task)],
    times: { ...free, lookEveryMs: 125 },
  }).seconds;
}

function prototypeRun(callMs: number, killAtMs?: number): FleetResult {
  const kind = { ...CONVERSATION_CALL, medianMs: callMs, sigma: 0 };
  return simulateFleet({
    seed: "prototype",
    workers: 2,
    accounts: [NO_LIMITS],
    stages: [stageOf(126, (place) => conversation(place, 0, kind))],
    kills: killAtMs === undefined ? [] : [{ worker: 0, atMs: killAtMs }],
    // The prototype looked this often, and took a worker for dead after 5 s.
    times: { lookEveryMs: 125, deadAfterMs: 5000 },
  });
}

function rounded(perSecond: number): string {
  return Math.round(perSecond).toLocaleString("en-US");
}
