/**
 * Postponed calls at half the price: submits batches of calls to a provider and fetches their answers when the batch
 * has ended.
 */
import { AttemptError } from "../errors.ts";

/** A request as a live call would send it. The unit's key names it everywhere. */
export interface PostponedRequest {
  readonly unit: string;
  readonly url: string;
  readonly body: unknown;
}

/** The result of one request of a batch that has ended. */
export type BatchAnswer =
  /**
   * The provider's own response, as a live call would get it: a reply with 200, or an error with its status.
   * Unredacted: the reader removes keys, as for live responses.
   */
  | { readonly unit: string; readonly status: number; readonly body: unknown }
  /**
   * No response. `expired`, `cancelled`: it timed out or was cancelled; OpenAI and Anthropic do not charge for it.
   * `failed`: the whole batch was refused. `missing`: the provider reports no result, so it may have been billed.
   */
  | {
      readonly unit: string;
      readonly lost: "expired" | "cancelled" | "failed" | "missing";
      readonly said?: string;
    };

/** A batch without a recorded id: the process ended before it was known or recorded. */
export interface UnrecordedBatch {
  readonly name: string;
  readonly units: ReadonlySet<string>;
  /** ISO time, not later than the submission. */
  readonly since: string;
  /** Ids of other batches: an earlier one can contain the same units. */
  readonly noted: ReadonlySet<string>;
}

/** Progress of a batch. */
export interface BatchState {
  readonly ended: boolean;
  /** The provider does not know the batch: not yet, or no longer. If it is fetched anyway, all answers are missing. */
  readonly gone: boolean;
  /** The provider's name for the state, for display. */
  readonly said: string;
}

/** State of a batch that the provider no longer knows. */
export const GONE: BatchState = { ended: false, gone: true, said: "the provider knows no such batch" };

/**
 * One model's batches at its provider. Rejects as a live call does, with an AttemptError or a ModelUnavailableError.
 * Does not retry.
 */
export interface BatchService {
  /** Limits of one batch. Bytes count the bodies as JSON, with room left for the surrounding format. */
  readonly limits: { readonly requests: number; readonly bytes: number };
  /**
   * Submits requests for one endpoint and returns the provider's batch id. Rejects with SubmissionUnknown if the batch
   * may or may not have been accepted: callers look for it before they submit again.
   */
  submit(
    batch: { readonly name: string; readonly requests: readonly PostponedRequest[] },
    signal: AbortSignal,
  ): Promise<string>;
  /**
   * Returns the id, or `null` if the provider has no such batch. `unknown`: a running batch could match, so look again
   * when it has ended.
   */
  find(batch: UnrecordedBatch, signal: AbortSignal): Promise<string | null | "unknown">;
  state(id: string, signal: AbortSignal): Promise<BatchState>;
  /** Yields one answer per unit, in any order. Rejects while the batch has not ended. */
  answers(
    batch: { readonly id: string; readonly units: ReadonlySet<string> },
    signal: AbortSignal,
  ): AsyncIterable<BatchAnswer>;
}

/** Throws while the batch runs: a unit without a result is not missing yet. */
export function assertEnded(hasEnded: boolean): void {
  if (hasEnded) return;
  throw new AttemptError("the batch has not ended yet", { kind: "bad_response", isRetryable: true });
}

/**
 * Yields one answer per unit. Skips foreign and duplicate answers; units without an answer get the batch's final state.
 * If some lines were unreadable, it is unknown which units they belonged to.
 */
export async function* answerForEach(
  units: ReadonlySet<string>,
  told: AsyncIterable<BatchAnswer | undefined>,
  rest: Omit<Extract<BatchAnswer, { lost: string }>, "unit">,
): AsyncGenerator<BatchAnswer> {
  const open = new Set(units);
  let unreadable = 0;
  for await (const answer of told) {
    if (answer === undefined) unreadable += 1;
    else if (open.delete(answer.unit)) yield answer;
  }
  const said = `${unreadable} of the results could not be read`;
  for (const unit of open) yield unreadable === 0 ? { unit, ...rest } : { unit, lost: "missing", said };
}
