/** Errors of the workers' shared database and of a worker's place in it. */
import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

const MIGRATE = "Migrate them with `bench.queue.migrate({ queue })`, as a role that may create tables.";

export const fleetErrors = defineErrors({
  /** Working with several machines needs optional packages that are not installed. */
  IB_QUEUE_PACKAGE_MISSING: (name: string, version: string, options: ErrorOptions = {}) => [
    `Working through a queue needs the package ${name}, which is not installed.`,
    { ...options, hint: `npm install ${name}@${version}` },
  ],

  /** The address of the queue's database is invalid. */
  IB_BAD_QUEUE_ADDRESS: (problem: string, hint: string) => [
    `The address of the queue's database ${problem}.`,
    { hint },
  ],

  /** The queue's database does not answer. Once work has started, it waits instead. */
  IB_QUEUE_UNREACHABLE: (reason: string) => [
    `The queue's database cannot be reached: ${reason}.`,
    {
      hint: "Start PostgreSQL, or correct the address in INVISIBLEBENCH_QUEUE_URL.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** The queue's database rejects the login, or denies a right that the work needs. */
  IB_QUEUE_REFUSED: (reason: string) => [
    `The queue's database refuses: ${reason}.`,
    {
      hint: "Check user, password, database and the rights of the role; migrating the tables needs those of their owner.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** The queue's tables are missing, or their version differs from the one this release uses. */
  IB_QUEUE_TABLES: (found: number | null, wanted: number) => {
    const [problem, hint] =
      found === null
        ? ["has no tables of InvisibleBench yet", MIGRATE]
        : found < wanted
          ? [`has tables of version ${found}, and this one works with ${wanted}`, MIGRATE]
          : [
              `has tables of version ${found}, and this one knows up to ${wanted}`,
              "Upgrade InvisibleBench on this machine.",
            ];
    return [`The queue's database ${problem}.`, { hint }];
  },

  /** The requested run is not, or no longer, in the queue's database. */
  IB_NOT_IN_QUEUE: (run: string) => [
    `The queue's database does not hold the run ${run}.`,
    "It is finished and fetched home, or it was never begun with this queue: continue it without `queue`.",
  ],

  /** A worker was silent for so long that others may take over its work. It sends nothing more under this name. */
  IB_WORKER_OVERDUE: (worker: string) => [
    `The worker ${worker} was not heard by the queue's database for too long, so it sends nothing more.`,
    {
      canContinue: true,
      hint: "Others go on with its tasks. Start it again when the machine or its connection is back.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],
});
