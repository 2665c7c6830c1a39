/** A worker's part in one run: the same plan, its own keys, and what all workers of the run share. */

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import * as z from "zod";
import { differingParts } from "../../domain/fingerprints.ts";
import { shareAccounts } from "../../fleet/account-limits.ts";
import type { Database } from "../../fleet/database.ts";
import { PostgresLedger } from "../../fleet/postgres-ledger.ts";
import { type QueuedRun, readQueuedPlan } from "../../fleet/queued-runs.ts";
import { openSharedCalls } from "../../fleet/shared-calls.ts";
import type { TakenTask } from "../../fleet/task-queue.ts";
import { joinFleet } from "../../fleet/worker-presence.ts";
import { toolVersion } from "../../kernel/tool-version.ts";
import { buyConversation } from "../../pipeline.ts";
import { CostCeilingError } from "../../providers/errors.ts";
import { RunId } from "../../schema/ids.ts";
import type { BenchContext } from "../bench-context.ts";
import { wholeControl } from "../bench-options.ts";
import { WorkerDiffersError } from "../errors.ts";
import { prepareRun, readPrompt } from "../eval/prepare-work.ts";
import { resumedOptions } from "../eval/resumed-options.ts";
import { nodeMajor } from "./coordinate.ts";
import { logOfWorker } from "./shared-log.ts";

/** Which conversation of a plan a task is. */
const Payload = z.strictObject({ model: z.int(), scenario: z.int(), repeat: z.int() });

export interface Part {
  /** The models of the run that this worker has what it takes to ask. */
  readonly models: readonly string[];
  /** Those it lacks a key for. */
  readonly missing: readonly string[];
  /** Aborted when this worker is dead to the others. */
  readonly lost: AbortSignal;
  /** Has the conversation, for its calls. */
  perform(task: TakenTask, signal: AbortSignal): Promise<void>;
  /** Everything is booked; what is still reserved becomes spent. */
  leave(): Promise<void>;
}

/** @param assertGoesOn throws where no further call is to be begun */
export async function takePart(
  context: BenchContext,
  database: Database,
  queued: QueuedRun,
  assertGoesOn: () => void,
): Promise<Part> {
  const { clock } = context;
  const { run } = queued;
  const versions = [
    ...(queued.tool_version === toolVersion() ? [] : ["the version of InvisibleBench"]),
    ...(queued.node_major === nodeMajor() ? [] : ["the version of Node"]),
  ];
  if (versions.length > 0) throw new WorkerDiffersError(run, versions);
  const planned = await readQueuedPlan(database, run);

  // Of this part in this run: what a name had reserved is spent once it has left, so each comes under a new one.
  const id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const presence = await joinFleet({ database, clock, id });
  const accounts = shareAccounts({ database, clock, worker: id, onTrouble: context.onNotice });
  try {
    const ledger = await PostgresLedger.join({
      database,
      clock,
      run,
      worker: id,
      ceilingReached: (figures) => new CostCeilingError(figures),
    });
    const { scenarios } = await context.corpus();
    const plan = {
      runId: RunId.parse(run),
      directory: run,
      hasRunPlan: async () => true,
      readRunPlan: async () => planned,
      recordedCalls: async () => null,
    };
    const options = await resumedOptions(plan, {}, { knows: (name) => scenarios.has(name), readPrompt });
    // A reply that some worker's disk remembers would be another's new one.
    const wanted = { ...options, cache: false, isAskedElsewhere: true, ledger, accounts };
    const prepared = await prepareRun(context, wanted, wholeControl({}));
    const differences = differingParts(queued.fingerprints, prepared.plan.fingerprint.parts);
    if (differences.length > 0) throw new WorkerDiffersError(run, differences);

    await accounts.opened();
    const calls = openSharedCalls({ database, clock, run, presence });
    const log = logOfWorker(calls, assertGoesOn);
    const names = planned.models.map(({ model_id }) => model_id);
    const models = names.filter((name) => prepared.models.hasKey(name));
    const corpus = await context.corpus();
    return {
      models,
      missing: names.filter((name) => !models.includes(name)),
      lost: presence.lost,
      perform: (task, signal) =>
        buyConversation(
          Payload.parse(task.payload),
          { plan: planned, models: prepared.targets, log },
          { corpus, clock },
          signal,
        ),
      leave: async () => {
        await ledger.booked();
        await accounts.close();
        await presence.leave();
      },
    };
  } catch (error) {
    await accounts.close();
    await presence.leave();
    throw error;
  }
}
