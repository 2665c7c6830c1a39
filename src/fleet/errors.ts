/** What can be wrong with the database that workers share, and with a worker's place in it. */
import { BenchError, ExitCode } from "../kernel/errors.ts";

/** Working with several machines needs packages that are not installed by themselves. */
export class QueuePackageMissingError extends BenchError {
  readonly code = "IB_QUEUE_PACKAGE_MISSING";

  constructor(name: string, version: string, options: ErrorOptions = {}) {
    super(`Working through a queue needs the package ${name}, which is not installed.`, {
      ...options,
      hint: `npm install ${name}@${version}`,
    });
  }
}

/** The address of the queue's database cannot be used as it stands. */
export class BadQueueAddressError extends BenchError {
  readonly code = "IB_BAD_QUEUE_ADDRESS";

  constructor(problem: string, hint: string) {
    super(`The address of the queue's database ${problem}.`, { hint });
  }
}

/** Nobody answers at the address of the queue's database. Once work is under way, it waits instead. */
export class QueueUnreachableError extends BenchError {
  readonly code = "IB_QUEUE_UNREACHABLE";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(reason: string) {
    super(`The queue's database cannot be reached: ${reason}.`, {
      hint: "Start PostgreSQL, or correct the address in INVISIBLEBENCH_QUEUE_URL.",
    });
  }
}

/** The queue's database does not let us in, or not do what the work needs. */
export class QueueRefusedError extends BenchError {
  readonly code = "IB_QUEUE_REFUSED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(reason: string) {
    super(`The queue's database refuses: ${reason}.`, {
      hint: "Check user, password, database and the rights of the role; migrating the tables needs those of their owner.",
    });
  }
}

const MIGRATE = "Migrate them with `bench.queue.migrate({ queue })`, as a role that may create tables.";

/** The tables of the queue are not there, or of another version than this one works with. */
export class QueueTablesError extends BenchError {
  readonly code = "IB_QUEUE_TABLES";

  constructor(found: number | null, wanted: number) {
    const [problem, hint] =
      found === null
        ? ["has no tables of InvisibleBench yet", MIGRATE]
        : found < wanted
          ? [`has tables of version ${found}, and this one works with ${wanted}`, MIGRATE]
          : [
              `has tables of version ${found}, and this one knows up to ${wanted}`,
              "Upgrade InvisibleBench on this machine.",
            ];
    super(`The queue's database ${problem}.`, { hint });
  }
}

/** A run that was asked for is not in the queue's database, or not any more. */
export class NotInQueueError extends BenchError {
  readonly code = "IB_NOT_IN_QUEUE";

  constructor(run: string) {
    super(`The queue's database does not hold the run ${run}.`, {
      hint: "It is finished and fetched home, or it was never begun with this queue: continue it without `queue`.",
    });
  }
}

/** A worker could not be heard for so long that others may do its work; it sends nothing more under this name. */
export class WorkerOverdueError extends BenchError {
  readonly code = "IB_WORKER_OVERDUE";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(worker: string) {
    super(
      `The worker ${worker} was not heard by the queue's database for too long, so it sends nothing more.`,
      {
        canContinue: true,
        hint: "Others go on with its tasks. Start it again when the machine or its connection is back.",
      },
    );
  }
}
