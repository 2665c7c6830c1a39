/** worker, queue: the commands of several machines that work together. */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { count } from "../../flag-values.ts";
import { commonFlags, queueFlags } from "../../flags.ts";

export const workerCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runWorker,
  parameters: {
    flags: {
      ...commonFlags,
      ...queueFlags,
      concurrency: {
        ...count,
        placeholder: "n",
        brief: "Conversations at a time, over everything [default: 16]",
      },
      drainSeconds: {
        ...count,
        placeholder: "s",
        brief: "How long calls under way may take once it is told to stop [default: 60]",
      },
      once: { kind: "boolean", default: false, withNegated: false, brief: "End where nothing is left to do" },
    },
  },
  docs: {
    brief: "Take part in the runs, scans and monitors that were begun with --queue",
    fullDescription:
      "Asks the models whose keys are in its environment, and keeps nothing on disk. Chunks of a log it counts one by one and writes into the monitor's folder: start as many workers as there are cores. It takes no part in what was planned with another version, another Node, another corpus or other prices, and says in what it differs.\n" +
      "Told to stop (SIGTERM or Ctrl-C), it begins no further call, lets those under way come to their end and gives its conversations back.",
    customUsage: [
      { input: "--concurrency 16 --drain-seconds 120", brief: "Until it is stopped" },
      { input: "--once", brief: "Until nothing is left" },
    ],
  },
});

const migrateCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runQueueMigrate,
  parameters: { flags: { ...commonFlags, ...queueFlags } },
  docs: { brief: "Create the queue's tables, or bring them up to this version" },
});

const statusCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runQueueStatus,
  parameters: { flags: { ...commonFlags, ...queueFlags } },
  docs: { brief: "The runs, scans and monitors in the queue, how far they are, and what they have cost" },
});

export const queueRoutes = buildRouteMap({
  routes: { migrate: migrateCommand, status: statusCommand },
  docs: { brief: "The database through which several machines work together" },
});
