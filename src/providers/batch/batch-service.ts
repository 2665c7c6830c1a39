/** Asking later, at half the price: whole batches of calls handed to a provider, and their answers fetched when it has ended. */
import { AttemptError } from "../errors.ts";

/** A request as a live call would send it; the unit's key is its name everywhere. */
export interface PostponedRequest {
  readonly unit: string;
  readonly url: string;
  readonly body: unknown;
}

/** What became of one request of a batch that has ended. */
export type PostponedAnswer =
  /**
   * The provider's own response to it, as a live call would have got it: a reply with 200, or an error with its status.
   * As it came: whoever reads it takes the keys out, as with a live one.
   */
  | { readonly unit: string; readonly status: number; readonly body: unknown }
  /**
   * There is no response. `expired`, `cancelled`: its time ran out, or somebody cancelled it; OpenAI and Anthropic do
   * not charge for it. `failed`: the whole batch was turned away. `missing`: the provider does not say what became of
   * it, so it may have been billed.
   */
  | {
      readonly unit: string;
      readonly lost: "expired" | "cancelled" | "failed" | "missing";
      readonly said?: string;
    };

/** A batch whose id was not noted, before it was known or before the process ended. */
export interface UnnotedBatch {
  readonly name: string;
  readonly units: ReadonlySet<string>;
  /** ISO time, not later than the submission. */
  readonly since: string;
  /** Ids that belong to other batches: an earlier one can have held the same units. */
  readonly noted: ReadonlySet<string>;
}

/** How far a batch is. */
export interface BatchState {
  readonly ended: boolean;
  /** The provider does not know it: not yet, or not any more. Fetched all the same, its answers are all missing. */
  readonly gone: boolean;
  /** What the provider calls it, for people. */
  readonly said: string;
}

/** A provider that has forgotten a batch. */
export const GONE: BatchState = { ended: false, gone: true, said: "the provider knows no such batch" };

/**
 * One model's batches at its provider. Rejects as a live call does, with an AttemptError or a ModelUnavailableError;
 * nothing is tried again in here.
 */
export interface BatchService {
  /** What one batch may hold; bytes are those of the bodies as JSON, with room left for what is put around them. */
  readonly limits: { readonly requests: number; readonly bytes: number };
  /**
   * All for one endpoint. Resolves with the provider's id for the batch. Rejects with SubmissionUnknown where it may or
   * may not have been taken: it is looked for before anything is submitted again.
   */
  submit(
    batch: { readonly name: string; readonly requests: readonly PostponedRequest[] },
    signal: AbortSignal,
  ): Promise<string>;
  /** The id, or `null` if the provider has no such batch. `unknown`: one that runs could be it; look again when it has ended. */
  find(batch: UnnotedBatch, signal: AbortSignal): Promise<string | null | "unknown">;
  state(id: string, signal: AbortSignal): Promise<BatchState>;
  /** One for each of the units, in any order, and for nothing else. Rejects while the batch has not ended. */
  answers(
    batch: { readonly id: string; readonly units: ReadonlySet<string> },
    signal: AbortSignal,
  ): AsyncIterable<PostponedAnswer>;
}

/** What a batch that still runs does not mention is not missing. */
export function assertEnded(hasEnded: boolean): void {
  if (hasEnded) return;
  throw new AttemptError("the batch has not ended yet", { kind: "bad_response", isRetryable: true });
}

/**
 * One answer for each unit, whatever was told: foreign ones and second ones are passed over, and those that nobody
 * mentioned are lost as the batch's end says. Where lines could not be read, nobody knows which units they were about.
 */
export async function* answerForEach(
  units: ReadonlySet<string>,
  told: AsyncIterable<PostponedAnswer | undefined>,
  rest: Omit<Extract<PostponedAnswer, { lost: string }>, "unit">,
): AsyncGenerator<PostponedAnswer> {
  const open = new Set(units);
  let unreadable = 0;
  for await (const answer of told) {
    if (answer === undefined) unreadable += 1;
    else if (open.delete(answer.unit)) yield answer;
  }
  const said = `${unreadable} of the results could not be read`;
  for (const unit of open) yield unreadable === 0 ? { unit, ...rest } : { unit, lost: "missing", said };
}
