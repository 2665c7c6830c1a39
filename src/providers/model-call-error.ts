import type { FailureCause } from "../schema/journal.ts";

interface Failure extends ErrorOptions {
  readonly kind?: FailureCause;
  readonly retries?: number;
  /** What the attempts may have cost all the same. */
  readonly costUsd?: number;
}

/** A reply could not be had. It is recorded as data of the run, so it is not a BenchError and does not end anything. */
export class ModelCallError extends Error {
  readonly kind: FailureCause | undefined;
  readonly retries: number;
  readonly costUsd: number | undefined;

  constructor(message: string, { kind, retries = 0, costUsd, ...options }: Failure = {}) {
    super(message, options);
    this.name = "ModelCallError";
    this.kind = kind;
    this.retries = retries;
    this.costUsd = costUsd;
  }
}
