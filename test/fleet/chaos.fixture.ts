/** Work over a queue whose workers, coordinator and database are killed at moments that a seed draws. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { TestCluster } from "../../src/fleet/postgres.fixture.ts";
import { createRandom } from "../../src/kernel/random.ts";
import { type CliResult, type StartedCli, startCli } from "../e2e/cli.fixture.ts";
import { countEvents, journalPaths, readJournal } from "../e2e/journal-lines.fixture.ts";

/** Tasks that a worker has at a time. */
export const CONCURRENCY = 3;
const WORKER = ["worker", "--concurrency", String(CONCURRENCY), "--drain-seconds", "20"];
export type Victim = "worker" | "coordinator" | "database";

/** Draws the processes to kill by a seed: workers as often as all others together. */
export function drawVictims(seed: string, kills: number): readonly Victim[] {
  const random = createRandom(`${seed}/victims`);
  return Array.from({ length: kills }, () => random.pick(["worker", "worker", "coordinator", "database"]));
}

/** The work done while processes are killed. */
export interface DisturbedWork {
  readonly begin: (ceilingUsd: number) => readonly string[];
  /** In a folder that has no plan yet. */
  readonly beginAgain: (ceilingUsd: number) => readonly string[];
  readonly resume: (ceilingUsd: number) => readonly string[];
  readonly cwd?: string;
  /** A worker's environment besides the queue's address: keys, and the address of the models. */
  readonly keys: Readonly<Record<string, string>>;
  /** The folder of the finished work. */
  readonly directory: string;
  readonly hashesOf: (directory: string) => Promise<Readonly<Record<string, string>>>;
  /** The files of an undisturbed process, and its number of calls. */
  readonly whole: Readonly<Record<string, string>>;
  readonly units: number;
  /** Calls of one worker that are in flight at a time, at most. */
  readonly inFlightAtMost: () => number;
  /** Requests that the models' server has answered so far. */
  readonly answered: () => Promise<number>;
  /** The server's final view: requests, and the amount it would bill. */
  readonly bill: () => Promise<{ readonly requests: number; readonly costUsd: number }>;
}

export interface Chaos {
  readonly seed: string;
  readonly workers: number;
  readonly kills: readonly Victim[];
  /** Requests between two kills, at most. */
  readonly apart: number;
  /** The first ceiling; where it is reached the next is tried. */
  readonly ceilingsUsd: readonly [number, ...number[]];
}

export interface Survived {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Requests beyond those of an undisturbed process. */
  readonly sentAgain: number;
  /** Calls in the journals whose process died before their end. */
  readonly lost: number;
  readonly ceilings: number;
  readonly seconds: number;
}

/** Longer than a start plus the takeover of a dead process's tasks. */
const PATIENCE_MS = 20_000;
const AWAY = "IB_QUEUE_UNREACHABLE";

/** Is started again where it came while the database was away, as by whatever looks after processes. */
function startPatiently(...given: Parameters<typeof startCli>): StartedCli {
  let cli = startCli(...given);
  let isTold = false;
  const last = async (): Promise<CliResult> => {
    const result = await cli.finished;
    if (isTold || !result.stderr.includes(AWAY)) return result;
    cli = startCli(...given);
    return last();
  };
  const kill = (signal: NodeJS.Signals) => {
    isTold = true;
    cli.kill(signal);
  };
  return { finished: last(), kill };
}

/** Does the work with kills in between, and holds what comes of it to what one process alone would have done. */
export async function surviveChaos(
  cluster: TestCluster,
  work: DisturbedWork,
  chaos: Chaos,
): Promise<Survived> {
  const random = createRandom(chaos.seed);
  const startedMs = performance.now();
  const queue = { INVISIBLEBENCH_QUEUE_URL: cluster.url };
  const cwd = work.cwd === undefined ? {} : { cwd: work.cwd };
  const startWorker = () => startPatiently(WORKER, { ...cwd, env: { ...work.keys, ...queue } });
  const coordinate = (args: readonly string[]) => startCli(args, { ...cwd, env: queue });
  const workers = Array.from({ length: chaos.workers }, startWorker);
  const kills = { worker: 0, coordinator: 0, database: 0 };
  let ceiling = 0;
  const ceilingUsd = () => chaos.ceilingsUsd[ceiling] ?? Number.NaN;
  const end = async (victim: StartedCli) => {
    victim.kill("SIGKILL");
    await victim.finished;
  };

  let coordinator = coordinate(work.begin(ceilingUsd()));
  const strike = async (kind: Victim) => {
    kills[kind] += 1;
    const pauseMs = random.below(1000);
    if (kind === "database") {
      await cluster.kill();
      await delay(pauseMs);
      await cluster.start();
    } else if (kind === "worker") {
      const place = random.below(workers.length);
      const victim = workers[place];
      if (victim !== undefined) await end(victim);
      workers[place] = startWorker();
    } else {
      await end(coordinator);
      await delay(pauseMs);
      coordinator = coordinate(work.resume(ceilingUsd()));
    }
  };
  /** Continues after the end of a coordinator; does nothing if the work is done. */
  const goOn = async ({ exitCode, stderr }: CliResult): Promise<StartedCli | undefined> => {
    const { costUsd } = await work.bill();
    expect(costUsd, "the ceiling holds").toBeLessThanOrEqual(ceilingUsd());
    if (exitCode === 0) return undefined;
    // It was killed before it had a folder, or before its plan was in it.
    if (stderr.includes("IB_NO_SUCH_RUN")) return coordinate(work.begin(ceilingUsd()));
    if (stderr.includes("IB_NOTHING_TO_RESUME")) return coordinate(work.beginAgain(ceilingUsd()));
    if (stderr.includes(AWAY)) return coordinate(work.resume(ceilingUsd()));
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: expect.stringContaining("IB_COST_CEILING") });
    ceiling += 1;
    return coordinate(work.resume(ceilingUsd()));
  };

  /** While calls are made; where none is for long, because those of the dead are waited for, at last all the same. */
  const nextMoment = async () => {
    const enough = (await work.answered()) + random.below(chaos.apart);
    const patient = AbortSignal.timeout(PATIENCE_MS);
    while (!patient.aborted && (await work.answered()) <= enough) await delay(20);
    await delay(random.below(300));
  };
  try {
    for (let struck = 0; ; ) {
      const victim = chaos.kills[struck];
      const pause = victim === undefined ? new Promise<never>(() => {}) : nextMoment();
      const ended = await Promise.race([coordinator.finished, pause]);
      if (ended === undefined && victim !== undefined) {
        await strike(victim);
        struck += 1;
        continue;
      }
      const next = ended && (await goOn(ended));
      if (next === undefined) break;
      coordinator = next;
    }
    for (const worker of workers) worker.kill("SIGTERM");
    // One that was only just started is ended by the signal before it can listen for it.
    for (const { exitCode, stderr } of await Promise.all(workers.map(({ finished }) => finished)))
      expect([exitCode, stderr]).toEqual(exitCode === null ? [null, ""] : [0, expect.anything()]);
  } finally {
    for (const each of [coordinator, ...workers]) each.kill("SIGKILL");
  }

  expect(await work.hashesOf(work.directory)).toEqual(work.whole);
  const { requests } = await work.bill();
  const journals = await Promise.all((await journalPaths(work.directory)).map(readJournal));
  const count = (...events: Parameters<typeof countEvents>[1][]) =>
    journals.reduce((sum, lines) => sum + countEvents(lines, ...events), 0);
  const lost = count("sent") - count("replied", "failed", "settled");
  expect(count("replied", "failed"), "each call has one outcome").toBe(work.units);
  // A process killed between its line and its request sent nothing, so at least as many calls are counted as were sent.
  expect(count("sent"), "what was sent is in a journal").toBeGreaterThanOrEqual(requests);
  expect(lost, "only calls in flight at a kill are lost").toBeLessThanOrEqual(
    kills.worker * work.inFlightAtMost(),
  );
  return {
    kills,
    sentAgain: requests - work.units,
    lost,
    ceilings: ceiling,
    seconds: Math.round((performance.now() - startedMs) / 1000),
  };
}
