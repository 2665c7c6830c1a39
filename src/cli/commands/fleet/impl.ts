import { formatQuantity } from "../../../domain/number-words.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import type { CommonFlags, QueueFlags } from "../../flags.ts";
import { openBench, queueAddress } from "../../open-bench.ts";
import { inSnakeCase } from "../../speak-flags.ts";

const DEFAULT_DRAIN_SECONDS = 60;
/** What giving tasks back takes after that. */
const LEAVING_MS = 5000;

interface WorkerFlags extends CommonFlags, QueueFlags {
  readonly concurrency?: number;
  readonly drainSeconds?: number;
  readonly once: boolean;
}
export async function runWorker(this: CliContext, flags: WorkerFlags): Promise<void> {
  const { concurrency, drainSeconds = DEFAULT_DRAIN_SECONDS, once } = flags;
  this.setLongestShutdown(drainSeconds * 1000 + LEAVING_MS);
  const result = await openBench(this, flags).work({
    queue: queueAddress(this, flags),
    drainSeconds,
    once,
    signal: this.signal,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  if (flags.json) return printJson(this, inSnakeCase(result));
  const { judged, counted, givenBack, failed } = result;
  const had = formatQuantity(result.had, "conversation");
  const also = judged === 0 ? "" : `judged ${judged}, `;
  const chunks = counted === 0 ? "" : `counted ${formatQuantity(counted, "chunk")}, `;
  print(this, `Had ${had}, ${also}${chunks}gave back ${givenBack}, could not have ${failed}.`);
}

export async function runQueueMigrate(this: CliContext, flags: CommonFlags & QueueFlags): Promise<void> {
  const version = await openBench(this, flags).queue.migrate({ queue: queueAddress(this, flags) });
  if (flags.json) printJson(this, { table_version: version });
  else print(this, `The queue's tables are of version ${version}.`);
}

export async function runQueueStatus(this: CliContext, flags: CommonFlags & QueueFlags): Promise<void> {
  const status = await openBench(this, flags).queue.status({ queue: queueAddress(this, flags) });
  if (flags.json) return printJson(this, inSnakeCase(status));
  const lines = status.runs.map(({ kind, run, state, waiting, taken, done, dead, spentUsd, ceilingUsd }) => {
    const ceiling = ceilingUsd === null ? "" : ` of $${ceilingUsd.toFixed(2)}`;
    const tasks = `${done} done, ${taken} taken, ${waiting} waiting${dead === 0 ? "" : `, ${dead} dead`}`;
    return `${kind} ${run}  ${state}  ${tasks}  $${spentUsd.toFixed(2)}${ceiling}`;
  });
  const working = `${formatQuantity(status.working, "worker is", "workers are")} taking part.`;
  print(this, [...(lines.length === 0 ? ["Nothing is in the queue."] : lines), working].join("\n"));
}
