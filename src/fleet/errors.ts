/** What can be wrong with the database that workers share, and with a worker's place in it. */
import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

const MIGRATE = "Migrate them with `bench.queue.migrate({ queue })`, as a role that may create tables.";

export const fleetErrors = defineErrors({
  /** Working with several machines needs packages that are not installed by themselves. */
  IB_QUEUE_PACKAGE_MISSING: (name: string, version: string, options: ErrorOptions = {}) => [
    `Working through a queue needs the package ${name}, which is not installed.`,
    { ...options, hint: `npm install ${name}@${version}` },
  ],

  /** The address of the queue's database cannot be used as it stands. */
  IB_BAD_QUEUE_ADDRESS: (problem: string, hint: string) => [
    `The address of the queue's database ${problem}.`,
    { hint },
  ],

  /** Nobody answers at the address of the queue's database. Once work is under way, it waits instead. */
  IB_QUEUE_UNREACHABLE: (reason: string) => [
    `The queue's database cannot be reached: ${reason}.`,
    {
      hint: "Start PostgreSQL, or correct the address in INVISIBLEBENCH_QUEUE_URL.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** The queue's database does not let us in, or not do what the work needs. */
  IB_QUEUE_REFUSED: (reason: string) => [
    `The queue's database refuses: ${reason}.`,
    {
      hint: "Check user, password, database and the rights of the role; migrating the tables needs those of their owner.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],

  /** The tables of the queue are not there, or of another version than this one works with. */
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

  /** A run that was asked for is not in the queue's database, or not any more. */
  IB_NOT_IN_QUEUE: (run: string) => [
    `The queue's database does not hold the run ${run}.`,
    "It is finished and fetched home, or it was never begun with this queue: continue it without `queue`.",
  ],

  /** A worker could not be heard for so long that others may do its work; it sends nothing more under this name. */
  IB_WORKER_OVERDUE: (worker: string) => [
    `The worker ${worker} was not heard by the queue's database for too long, so it sends nothing more.`,
    {
      canContinue: true,
      hint: "Others go on with its tasks. Start it again when the machine or its connection is back.",
      exitCode: ExitCode.couldNotBeDone,
    },
  ],
});
