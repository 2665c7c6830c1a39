/** Simulates fleets larger than any real one so far: their speed, cost and first bottleneck. */
import { createRandom } from "../src/kernel/random.ts";
import { CONVERSATION_CALL, JUDGE_CALL, MEASURED } from "./fleet/measured-times.ts";
import { compareWithMeasured } from "./fleet/model-and-measured.ts";
import { type AccountLimits, NO_LIMITS } from "./fleet/provider-account.ts";
import { type FleetOptions, type FleetResult, simulateFleet } from "./fleet/simulate-fleet.ts";
import { conversation, judging, type Stage, stageOf } from "./fleet/tasks.ts";

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000] as const;
const SLOTS = [16, 8, 4, 2, 1] as const;
const MODELS = 22;
const CONVERSATIONS = MODELS * 63;
/** Assumed: the models are at five accounts; the judge has its own account, the last one. */
const ACCOUNTS_OF_MODELS = 5;
const JUDGE_ACCOUNT = ACCOUNTS_OF_MODELS;
/** Assumed; the actual limits are in the provider's console. */
const ACCOUNT_SIZES = {
  small: { requestsPerMinute: 500, tokensPerMinute: 500_000 },
  middle: { requestsPerMinute: 5000, tokensPerMinute: 5_000_000 },
  large: { requestsPerMinute: 30_000, tokensPerMinute: 150_000_000 },
} as const satisfies Record<string, AccountLimits>;
const MINUTE_MS = 60_000;

/** Starts when every limiter has settled; longer if there are few calls to count. */
function windowFor(workers: number): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = 0.75 * MINUTE_MS;
  return { fromMs, toMs: fromMs + (workers < 64 ? 10 : 0.5) * MINUTE_MS };
}

export async function bench(): Promise<readonly string[]> {
  return [
    "This is a model. Nobody has run a fleet of this size.",
    ...table("The model beside what was measured", ["", "measured", "model", "fitted"], comparisons()),
    ...table(
      `A board: ${MODELS} models × 63 conversations, then a judge of publish depth; accounts without limits`,
      [
        "workers",
        "time",
        "times one",
        "calls",
        "conversations/h",
        "spent",
        "database",
        "ledger",
        "coordinator",
      ],
      boardRows(),
    ),
    ...table(
      "Work without end, accounts without limits: calls/s",
      ["workers", "gathered", "per worker", "database", "ledger", "a turn for each", "database", "ledger"],
      SIZES.map(endlessRow),
    ),
    ...table(
      "Work without end, 1,000 workers: what one of the times more or less does",
      ["", "calls/s", "database", "ledger", "longest silence"],
      whatIfs(),
    ),
    ...table(
      "A board without limits, by transcripts that a worker takes at a time: time",
      ["workers", ...SLOTS.map(count)],
      [64, 256, 1000].map(slotsRow),
    ),
    ...table(
      "A judge without end at one account: calls/s, refused requests for each call, calls given up; then with one bucket for all",
      [
        "workers",
        ...Object.keys(ACCOUNT_SIZES).flatMap((size) => [size, "refused", "given up", "one bucket"]),
      ],
      [1, 4, 16, 64, 256, 1000].map(limitedRow),
    ),
    ...table(
      "A board, 100 workers, large accounts: failures",
      ["", "time", "sent", "lost", "given up", "whole conversations", "spent", "of it for the dead"],
      failures(),
    ),
  ];
}

function comparisons(): readonly Row[] {
  return compareWithMeasured().map(({ what, measured, model, fitted }) => [
    what,
    measured,
    model,
    fitted ? "yes" : "no",
  ]);
}

function boardRows(): readonly Row[] {
  const run = (workers: number, lookEveryMs = MEASURED.lookEveryMs) =>
    simulateFleet({
      seed: `board ${workers}`,
      workers,
      ...board(),
      accounts: all(NO_LIMITS),
      times: { lookEveryMs },
    });
  const alone = run(1);
  const row = (name: string, { seconds, counts, conversations, spentUsd, busy }: FleetResult) => [
    name,
    duration(seconds),
    (alone.seconds / seconds).toFixed(1),
    count(counts.done),
    count((conversations / seconds) * 3600),
    usd(spentUsd),
    percent(busy.database),
    percent(busy.ledger),
    percent(busy.coordinator),
  ];
  return [
    ...SIZES.map((workers) => row(count(workers), run(workers))),
    row("1,000, a look every 125 ms", run(1000, 125)),
  ];
}

function endlessRow(workers: number): Row {
  const gathered = endless({ workers });
  const oneByOne = endless({ workers, ledgerWay: "one by one" });
  const perSecond = callsPerSecond(gathered);
  return [
    count(workers),
    rate(perSecond),
    (perSecond / workers).toFixed(2),
    percent(gathered.busy.database),
    percent(gathered.busy.ledger),
    rate(callsPerSecond(oneByOne)),
    percent(oneByOne.busy.database),
    percent(oneByOne.busy.ledger),
  ];
}

function whatIfs(): readonly Row[] {
  const workers = 1000;
  const faster = { statementMs: 0.04, takeMs: 0.1175, finishMs: 0.275 };
  const cases: Readonly<Record<string, Partial<FleetOptions>>> = {
    "as measured": {},
    "a database four times as fast, the ledger's row as before": { times: faster },
    "as that, and the row held a quarter of the time": { times: { ...faster, ledgerLockMs: 0.285 } },
    "calls that take half the time": { stages: [endlessStage("half", 0.5)] },
    "only a quarter of the workers, with 64 calls at a time each": {
      workers: workers / 4,
      slots: 64,
      connections: 64,
    },
  };
  return Object.entries(cases).map(([name, options]) => {
    const result = endless({ workers, ...options });
    return [
      name,
      rate(callsPerSecond(result)),
      percent(result.busy.database),
      percent(result.busy.ledger),
      duration(result.longestSilenceSeconds),
    ];
  });
}

function slotsRow(workers: number): Row {
  const times = SLOTS.map((slots) => {
    const fleet = { seed: `slots ${workers}`, workers, slots, ...board(), accounts: all(NO_LIMITS) };
    return duration(simulateFleet(fleet).seconds);
  });
  return [count(workers), ...times];
}

function limitedRow(workers: number): Row {
  const cells = Object.values(ACCOUNT_SIZES).flatMap((limits) => {
    const judge = (sharesBucket: boolean) => {
      const random = createRandom("judge");
      const stages = [stageOf(Number.POSITIVE_INFINITY, () => judging(0, JUDGE_CALL, random))];
      // All limiters need some time until their first refusal.
      const window = { fromMs: 2 * MINUTE_MS, toMs: (workers > 256 ? 4 : 8) * MINUTE_MS };
      return endless({ workers, stages, accounts: [limits], window, sharesBucket });
    };
    const [alone, together] = [judge(false), judge(true)];
    const { done, failed, refused } = alone.counts;
    return [
      rate(callsPerSecond(alone)),
      (refused / done).toFixed(2),
      percent(failed / (done + failed)),
      rate(callsPerSecond(together)),
    ];
  });
  return [count(workers), ...cells];
}

function failures(): readonly Row[] {
  const cases: Readonly<Record<string, Partial<FleetOptions>>> = {
    none: {},
    "a kill per worker and day": { killsPerWorkerHour: 1 / 24 },
    "a kill per worker and hour": { killsPerWorkerHour: 1 },
    "ten kills per worker and hour": { killsPerWorkerHour: 10 },
    "sixty kills per worker and hour": { killsPerWorkerHour: 60 },
    "1% of requests fail": { errorRate: 0.01 },
    "10% of requests fail": { errorRate: 0.1 },
    "30% of requests fail": { errorRate: 0.3 },
    "the database away for 10 s": { outages: [{ fromMs: 30_000, toMs: 40_000 }] },
    "the database away for 60 s": { outages: [{ fromMs: 30_000, toMs: 90_000 }] },
  };
  return Object.entries(cases).map(([name, options]) => {
    const { seconds, counts, conversations, spentUsd, buriedUsd, reservedUsd } = simulateFleet({
      seed: "failures",
      workers: 100,
      ...board(),
      accounts: all(ACCOUNT_SIZES.large),
      ...options,
    });
    return [
      name,
      duration(seconds),
      count(counts.sent),
      count(counts.lost),
      count(counts.failed),
      count(conversations),
      usd(spentUsd + reservedUsd),
      usd(buriedUsd + reservedUsd),
    ];
  });
}

function board(): { readonly stages: readonly Stage[] } {
  const random = createRandom("board");
  return {
    stages: [
      stageOf(CONVERSATIONS, (place) => conversation(place, place % ACCOUNTS_OF_MODELS, CONVERSATION_CALL)),
      stageOf(CONVERSATIONS, () => judging(JUDGE_ACCOUNT, JUDGE_CALL, random)),
    ],
  };
}

/** Alternates conversations and judgements without end. */
function endlessStage(seed: string, slowness = 1): Stage {
  const random = createRandom(`endless ${seed}`);
  const talk = { ...CONVERSATION_CALL, medianMs: CONVERSATION_CALL.medianMs * slowness };
  const judge = { ...JUDGE_CALL, medianMs: JUDGE_CALL.medianMs * slowness };
  return stageOf(Number.POSITIVE_INFINITY, (place) =>
    place % 2 === 0
      ? conversation(place / 2, (place / 2) % ACCOUNTS_OF_MODELS, talk)
      : judging(JUDGE_ACCOUNT, judge, random),
  );
}

function endless(options: Partial<FleetOptions> & Pick<FleetOptions, "workers">): FleetResult {
  return simulateFleet({
    seed: `endless ${options.workers}`,
    stages: [endlessStage("board")],
    accounts: all(NO_LIMITS),
    window: windowFor(options.workers),
    ...options,
  });
}

function all(limits: AccountLimits): readonly AccountLimits[] {
  return Array.from({ length: ACCOUNTS_OF_MODELS + 1 }, () => limits);
}

type Row = readonly string[];

function table(title: string, header: Row, rows: readonly Row[]): readonly string[] {
  return ["", title, "", line(header), line(header.map(() => "---")), ...rows.map(line)];
}

const line = (cells: Row) => `| ${cells.join(" | ")} |`;
const callsPerSecond = ({ counts, seconds }: FleetResult) => counts.done / seconds;
const count = (number: number) => Math.round(number).toLocaleString("en-US");
const rate = (perSecond: number) => (perSecond < 100 ? perSecond.toFixed(1) : count(perSecond));
const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;
const usd = (amount: number) => `$${amount.toFixed(2)}`;
const duration = (seconds: number) =>
  seconds < 600 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;

if (import.meta.main) for (const text of await bench()) console.log(text);
