import type { FailureCause } from "../../schema/journal.ts";
import { ModelCallError } from "../model-call-error.ts";

interface AttemptFailure {
  readonly kind: FailureCause;
  /** Another attempt may have better luck. */
  readonly isRetryable: boolean;
  /** What the provider asked for. */
  readonly retryAfterMs?: number | undefined;
  /** The reply may have been made and billed, although it did not arrive. */
  readonly mayBeBilled?: boolean;
  /** Nobody answered at the address. */
  readonly isUnreachable?: boolean;
  readonly costUsd?: number | undefined;
}

/** One attempt brought no reply. The links of the chain decide what follows. */
export class AttemptError extends ModelCallError {
  readonly failure: AttemptFailure;

  /** The message is shown and written down: it must be redacted. For the same reason there is no `cause`. */
  constructor(message: string, failure: AttemptFailure) {
    const { kind, costUsd } = failure;
    super(message, costUsd === undefined ? { kind } : { kind, costUsd });
    this.name = "AttemptError";
    this.failure = failure;
  }

  withCost(costUsd: number): AttemptError {
    return new AttemptError(this.message, { ...this.failure, costUsd });
  }
}
