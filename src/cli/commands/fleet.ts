/** worker, queue: the commands for several machines that share work. */
import { buildRouteMap } from "@stricli/core";
import { formatQuantity } from "../../domain/number-words.ts";
import { command, flag } from "../command.ts";
import { queueFlags } from "../flags.ts";
import { queueAddress } from "../open-bench.ts";

const DEFAULT_DRAIN_SECONDS = 60;
/** Time for giving tasks back after that. */
const LEAVING_MS = 5000;

export const workerCommand = command({
  brief: "Take part in the runs, scans and monitors that were begun with --queue",
  about:
    "Asks the models whose keys are in its environment, and keeps nothing on disk. Chunks of a log it counts one by one and writes into the monitor's folder: start as many workers as there are cores. It takes no part in what was planned with another version, another Node, another corpus or other prices, and says in what it differs.\n" +
    "Told to stop (SIGTERM or Ctrl-C), it begins no further call, lets those under way come to their end and gives its conversations back.",
  examples: [
    ["--concurrency 16 --drain-seconds 120", "Until it is stopped"],
    ["--once", "Until nothing is left"],
  ],
  flags: {
    ...queueFlags,
    concurrency: flag.count("n", "Conversations at a time, over everything [default: 16]"),
    drainSeconds: flag.count("s", "How long calls under way may take once it is told to stop [default: 60]"),
    once: flag.on("End where nothing is left to do"),
  },
  run({ bench, options, context }) {
    const { queue = queueAddress(context, {}), drainSeconds = DEFAULT_DRAIN_SECONDS } = options;
    context.setLongestShutdown(drainSeconds * 1000 + LEAVING_MS);
    return bench.work({ ...options, queue, drainSeconds });
  },
  text({ had, judged, counted, givenBack, failed }) {
    const also = judged === 0 ? "" : `judged ${judged}, `;
    const chunks = counted === 0 ? "" : `counted ${formatQuantity(counted, "chunk")}, `;
    return `Had ${formatQuantity(had, "conversation")}, ${also}${chunks}gave back ${givenBack}, could not have ${failed}.`;
  },
});

const migrate = command({
  brief: "Create the queue's tables, or bring them up to this version",
  flags: queueFlags,
  run: ({ bench, options: { queue }, context }) =>
    bench.queue.migrate({ queue: queue ?? queueAddress(context, {}) }),
  json: (table_version) => ({ table_version }),
  text: (version) => `The queue's tables are of version ${version}.`,
});

const status = command({
  brief: "The runs, scans and monitors in the queue, how far they are, and what they have cost",
  flags: queueFlags,
  run: ({ bench, options: { queue }, context }) =>
    bench.queue.status({ queue: queue ?? queueAddress(context, {}) }),
  text({ runs, working }) {
    const lines = runs.map(({ kind, run, state, waiting, taken, done, dead, spentUsd, ceilingUsd }) => {
      const ceiling = ceilingUsd === null ? "" : ` of $${ceilingUsd.toFixed(2)}`;
      const tasks = `${done} done, ${taken} taken, ${waiting} waiting${dead === 0 ? "" : `, ${dead} dead`}`;
      return `${kind} ${run}  ${state}  ${tasks}  $${spentUsd.toFixed(2)}${ceiling}`;
    });
    const partakers = `${formatQuantity(working, "worker is", "workers are")} taking part.`;
    return [...(lines.length === 0 ? ["Nothing is in the queue."] : lines), partakers].join("\n");
  },
});

export const queueRoutes = buildRouteMap({
  routes: { migrate, status },
  docs: { brief: "The database through which several machines work together" },
});
